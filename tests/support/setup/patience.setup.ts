import { vi } from "vitest";

/** The default of one second is too short on a busy machine. */
const PATIENT = { timeout: 180_000 };

const { waitFor, waitUntil } = vi;
const patient = (options?: number | object) =>
	typeof options === "number" ? options : { ...PATIENT, ...options };
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
