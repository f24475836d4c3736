import type { AccountsTables } from "./tables/accounts.ts";
import type { BillingTables } from "./tables/billing.ts";
import type { BillTables } from "./tables/bills.ts";
import type { ChatTables } from "./tables/chat.ts";
import type { FilesTables } from "./tables/files.ts";
import type { JobsTables } from "./tables/jobs.ts";
import type { LegalTables } from "./tables/legal.ts";
import type { MailTables } from "./tables/mail.ts";
import type { NewslettersTables } from "./tables/newsletters.ts";
import type { ServersTables } from "./tables/servers.ts";
import type { SettingsTables } from "./tables/settings.ts";
import type { StatisticsTables } from "./tables/statistics.ts";
import type { SupportAccessTables } from "./tables/support-access.ts";

/** Every table, by the module that owns it. Times are integer milliseconds, ids are text. */
export type Tables = AccountsTables &
	MailTables &
	NewslettersTables &
	BillingTables &
	BillTables &
	ChatTables &
	FilesTables &
	JobsTables &
	LegalTables &
	ServersTables &
	SettingsTables &
	StatisticsTables &
	SupportAccessTables;
