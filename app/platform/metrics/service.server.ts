import { service } from "../service.server.ts";
import type { Metric } from "./metric.server.ts";

/** Reads all metrics of this process, and what it knows of the installation. */
export const metricsReader = service<() => Promise<Metric[]>>("metrics");
