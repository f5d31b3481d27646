import { phone } from "./fixture";
import { tasksOn } from "./tasks";

tasksOn(phone);
