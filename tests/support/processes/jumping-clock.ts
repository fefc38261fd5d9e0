/** Preloaded into a server: its wall clock jumps an hour ahead at the first SIGUSR2, an hour behind at the second, then is right. */
const RealDate = Date;
const HOUR_MS = 3_600_000;
const jumps = [HOUR_MS, -HOUR_MS, 0];
let offset = 0;

const now = () => RealDate.now() + offset;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length > 0 ? args : [now()], newTarget) as Date,
  apply: () => new RealDate(now()).toString(),
  get: (target, key, receiver) => (key === "now" ? now : Reflect.get(target, key, receiver)),
});

process.on("SIGUSR2", () => {
  offset = jumps.shift() ?? 0;
  process.stderr.write(`${JSON.stringify({ msg: "the clock jumps", offset })}\n`);
});
