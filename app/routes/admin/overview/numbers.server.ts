const whole = new Intl.NumberFormat("ru");
const short = new Intl.NumberFormat("ru", { notation: "compact", maximumFractionDigits: 1 });
const share = new Intl.NumberFormat("ru", { style: "percent", maximumFractionDigits: 1 });
const seconds = new Intl.NumberFormat("ru", { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** «11 580». */
export const numberOf = (value: number) => whole.format(value);

/** «18,4 млн», from a million on. */
export const shortNumberOf = (value: number) => (value < 1_000_000 ? whole : short).format(value);

/** «9,2 %»; a dash where there is nothing to take a part of. */
export const shareOf = (part: number, of: number) => (of === 0 ? "—" : share.format(part / of));

/** «0,6», from milliseconds. */
export const secondsOf = (ms: number) => seconds.format(ms / 1_000);
