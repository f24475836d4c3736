const nobody = new Int32Array(new SharedArrayBuffer(4));

/** Holds this process, with its timers and all fakes in it, for so long: what is sent to it meanwhile waits. */
export const stall = (ms: number): void => void Atomics.wait(nobody, 0, 0, ms);
