import { beforeEach, describe, expect, test } from "vitest";
import { Address, type AddressHost, pageWith, WRITE_DELAY_MS } from "./address";

class FakeHost implements AddressHost {
  bar = "v=8&scene=flock-wide";
  log: string[] = [];
  time = 1000;
  refuse = false;
  private waiting: { at: number; run: () => void; handle: number }[] = [];
  private handles = 0;
  current = () => this.bar;
  replace = (query: string) => this.put("replace", query);
  push = (query: string) => this.put("push", query);
  now = () => this.time;
  setTimer = (run: () => void, ms: number) => {
    this.handles += 1;
    this.waiting.push({ at: this.time + ms, run, handle: this.handles });
    return this.handles;
  };
  clearTimer = (handle: number) => {
    this.waiting = this.waiting.filter((entry) => entry.handle !== handle);
  };
  pass(ms: number) {
    this.time += ms;
    for (const due of this.waiting.filter((entry) => entry.at <= this.time)) {
      this.clearTimer(due.handle);
      due.run();
    }
  }
  private put(how: string, query: string) {
    if (this.refuse) throw new Error("SecurityError");
    this.log.push(`${how} ${query}`);
    this.bar = query;
  }
}

let host: FakeHost;
let link: string;
let address: Address;
beforeEach(() => {
  host = new FakeHost();
  link = host.bar;
  address = new Address(() => link, host);
});

describe("the address bar", () => {
  test("is written once after a slider rests, not while it moves", () => {
    for (let i = 0; i < 50; i += 1) {
      link = `v=8&scene=flock-wide&cohesion=${i}`;
      address.linkChanging();
      host.pass(16);
    }
    expect(host.log).toEqual([]);
    host.pass(WRITE_DELAY_MS);
    expect(host.log).toEqual(["replace v=8&scene=flock-wide&cohesion=49"]);
  });

  test("is written at once when a change is done, but never more often than the browser allows", () => {
    for (let i = 0; i < 100; i += 1) {
      link = `v=8&cohesion=${i}`;
      address.linkChanged();
      host.pass(33);
    }
    host.pass(WRITE_DELAY_MS);
    expect(host.log.length).toBeLessThanOrEqual(Math.ceil(3300 / WRITE_DELAY_MS) + 1);
    expect(host.log[0]).toBe("replace v=8&cohesion=0");
    expect(host.bar).toBe("v=8&cohesion=99");
  });

  test("stays alone while the link is the same", () => {
    address.linkChanged();
    address.linkChanging();
    host.pass(2 * WRITE_DELAY_MS);
    expect(host.log).toEqual([]);
  });

  test("gets a new history entry for a scene, after the old entry has its last change", () => {
    link = "v=8&scene=flock-wide&cohesion=2";
    address.linkChanging();
    address.pushEntry(() => {
      link = "v=8&scene=flock-narrow";
    });
    host.pass(2 * WRITE_DELAY_MS);
    expect(host.log).toEqual(["replace v=8&scene=flock-wide&cohesion=2", "push v=8&scene=flock-narrow"]);
  });

  test("gets no second entry for what it says already", () => {
    address.pushEntry(() => {});
    expect(host.log).toEqual([]);
  });

  test("writes what waits when the page goes away, and nothing after Back", () => {
    link = "v=8&a=1";
    address.linkChanging();
    address.writeNow();
    expect(host.bar).toBe("v=8&a=1");
    link = "v=8&a=2";
    address.linkChanging();
    address.cancelWrite();
    host.pass(2 * WRITE_DELAY_MS);
    expect(host.bar).toBe("v=8&a=1");
  });

  test("keeps what was pasted until the run is another, and comes back to its own words after", () => {
    host.bar = "v=8&scene=flock-wide%22";
    address.openedByAddress();
    address.linkChanged();
    address.linkChanging();
    address.pushEntry(() => {});
    host.pass(2 * WRITE_DELAY_MS);
    expect(host.log).toEqual([]);
    const plain = link;
    link = `${plain}&cohesion=2`;
    address.linkChanged();
    link = plain;
    host.pass(2 * WRITE_DELAY_MS);
    address.linkChanged();
    expect(host.log).toEqual([`replace ${plain}&cohesion=2`, `replace ${plain}`]);
  });

  test("survives a browser that refuses the write", () => {
    host.refuse = true;
    link = "v=8&a=1";
    expect(() => address.linkChanged()).not.toThrow();
  });
});

test("the page's address carries exactly the query, without fragment or old parts", () => {
  expect(pageWith("v=8&seed=7", "https://example.org/play/?x=1#top")).toBe(
    "https://example.org/play/?v=8&seed=7",
  );
});
