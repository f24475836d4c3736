/** A free plan has thirty messages a day, and the throttle begins after twenty. */
export const EACH = 18;
/** An account may have three at once. */
export const AT_ONCE_EACH = 3;
