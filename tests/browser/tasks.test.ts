import { tasksOn } from "./tasks";

tasksOn({ viewport: { width: 1440, height: 900 } });
