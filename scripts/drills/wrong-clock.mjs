// The drill clock-wrong loads this into the API (node --import): its host's clock is wrong by DRILL_CLOCK_AHEAD_MS.
const AHEAD_MS = Number(process.env.DRILL_CLOCK_AHEAD_MS);
const RightDate = Date;

globalThis.Date = class Date extends RightDate {
  constructor(...values) {
    super(...(values.length ? values : [RightDate.now() + AHEAD_MS]));
  }

  static now() {
    return RightDate.now() + AHEAD_MS;
  }
};
