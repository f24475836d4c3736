import { eraseSomeJobs, readJobs } from "../../platform/jobs/look-at-jobs.server.ts";
import type { PersonalData } from "../../platform/personal-data.ts";

/**
 * What is kept of a person's imports. A worker whose job is gone stops with its next portion, and the file goes with
 * the next sweep of the server it lies on: a file without a job is nobody's.
 */
export const importsData: PersonalData = { part: "imports", read: readJobs, eraseSome: eraseSomeJobs };
