import { vi } from "vitest";

/** What is waited for comes when it comes, on a busy machine later; its own second is too little. */
const PATIENT = { timeout: 30_000 };

const { waitFor, waitUntil } = vi;
const patient = (options?: number | object) =>
	typeof options === "number" ? options : { ...PATIENT, ...options };
vi.waitFor = (callback, options) => waitFor(callback, patient(options));
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options));
