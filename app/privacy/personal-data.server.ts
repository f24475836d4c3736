import { activationsData, billsData } from "../billing/bills/personal-data.server.ts";
import { allowancesData, paymentsData, subscriptionsData } from "../billing/personal-data.server.ts";
import { renewalsData } from "../billing/renewals/personal-data.server.ts";
import { toolGrantsData } from "../chat/consent/personal-data.server.ts";
import { importsData } from "../chat/import/personal-data.server.ts";
import { chatData } from "../chat/personal-data.server.ts";
import { supportAccessData } from "../chat/support-access/personal-data.server.ts";
import { collectionsData, deletedFilesData, filesData } from "../files/personal-data.server.ts";
import type { PersonalData } from "../platform/personal-data.ts";

/**
 * Every module that stores personal data, besides the account itself. The one list that «Скачать мои данные»,
 * «Удалить аккаунт» and the operator's commands use: a module that is missing here would keep its data for ever.
 */
export const PERSONAL_DATA: PersonalData[] = [
	// Before the conversations: a running import stops first.
	importsData,
	chatData,
	toolGrantsData,
	supportAccessData,
	collectionsData,
	filesData,
	deletedFilesData,
	// Before the payments: nothing can be charged any more, and a charge under way is refunded.
	renewalsData,
	paymentsData,
	billsData,
	activationsData,
	subscriptionsData,
	allowancesData,
];
