import { eraseSomeJobs, readJobs } from "../../platform/jobs/job-status.server.ts";
import type { PersonalData } from "../../platform/personal-data.ts";

/**
 * The personal data of imports. A worker whose job is gone stops at its next batch, and the file is removed by the
 * next sweep of its server.
 */
export const importsData: PersonalData = { part: "imports", read: readJobs, eraseSome: eraseSomeJobs };
