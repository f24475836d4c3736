import type { Migration } from "kysely";
import * as accounts from "./0001-0012/0001-accounts.ts";
import * as outbox from "./0001-0012/0002-outbox.ts";
import * as chat from "./0001-0012/0003-chat.ts";
import * as accountsComplete from "./0001-0012/0004-accounts-complete.ts";
import * as history from "./0001-0012/0005-history.ts";
import * as answers from "./0001-0012/0006-answers.ts";
import * as imports from "./0001-0012/0007-imports.ts";
import * as billing from "./0001-0012/0008-billing.ts";
import * as lettersByRecipient from "./0001-0012/0009-letters-by-recipient.ts";
import * as jobsAndImports from "./0001-0012/0010-jobs-and-imports.ts";
import * as freeUseByMailbox from "./0001-0012/0011-free-use-by-mailbox.ts";
import * as deletionsInTurn from "./0001-0012/0012-deletions-in-turn.ts";
import * as oneJobsTable from "./0020-0029/0020-one-jobs-table.ts";
import * as preferences from "./0020-0029/0021-preferences.ts";
import * as deletedConversations from "./0020-0029/0022-deleted-conversations.ts";
import * as mannerAndReasoningTime from "./0020-0029/0024-manner-and-reasoning-time.ts";
import * as narrowerJobIndexes from "./0020-0029/0025-narrower-job-indexes.ts";
import * as files from "./0020-0029/0026-files.ts";
import * as collections from "./0020-0029/0028-collections.ts";
import * as pictures from "./0020-0029/0029-pictures.ts";
import * as passageVectors from "./0030-0039/0030-passage-vectors.ts";
import * as servers from "./0030-0039/0031-servers.ts";
import * as blobObjects from "./0030-0039/0032-blob-objects.ts";
import * as steps from "./0030-0039/0033-steps.ts";
import * as documents from "./0030-0039/0034-documents.ts";
import * as spareModel from "./0030-0039/0037-spare-model.ts";
import * as callSources from "./0030-0039/0038-call-sources.ts";
import * as staff from "./0030-0039/0039-staff.ts";
import * as renewals from "./0040-0049/0042-renewals.ts";
import * as reasoningOfRounds from "./0040-0049/0043-reasoning-of-rounds.ts";
import * as paymentsOfAll from "./0040-0049/0045-payments-of-all.ts";
import * as madePictures from "./0040-0049/0046-made-pictures.ts";
import * as promoCodes from "./0040-0049/0047-promo-codes.ts";
import * as settings from "./0040-0049/0048-settings.ts";
import * as moreMessages from "./0050-more-messages.ts";
import * as statistics from "./0051-statistics.ts";
import * as bills from "./0052-bills.ts";
import * as newsletters from "./0053-newsletters.ts";
import * as planHolders from "./0054-plan-holders.ts";
import * as supportAccess from "./0055-support-access.ts";
import * as papers from "./0056-papers.ts";
import * as renewalsOfAll from "./0058-renewals-of-all.ts";
import * as ownerLink from "./0060-owner-link.ts";
import * as peopleList from "./0061-people-list.ts";
import * as invitations from "./0062-invitations.ts";
import * as answerLogTail from "./0063-answer-log-tail.ts";
import * as searchTitles from "./0064-search-titles.ts";
import * as refundsOfPurchases from "./0065-refunds-of-purchases.ts";
import * as forgottenPayments from "./0066-forgotten-payments.ts";

/**
 * A step of the schema. `minSchema` is for one that takes away what earlier programs use: the last migration that a
 * program has to know to run after it. Without it the programs that could run before still can.
 */
export type SchemaMigration = Migration & { minSchema?: string };

/** In the order of their names. A list and not a folder, so that the build includes them. */
export const migrations: Record<string, SchemaMigration> = {
	"0001-accounts": accounts,
	"0002-outbox": outbox,
	"0003-chat": chat,
	"0004-accounts-complete": accountsComplete,
	"0005-history": history,
	"0006-answers": answers,
	"0007-imports": imports,
	"0008-billing": billing,
	"0009-letters-by-recipient": lettersByRecipient,
	"0010-jobs-and-imports": jobsAndImports,
	"0011-free-use-by-mailbox": freeUseByMailbox,
	"0012-deletions-in-turn": deletionsInTurn,
	"0020-one-jobs-table": oneJobsTable,
	"0021-preferences": preferences,
	"0022-deleted-conversations": deletedConversations,
	"0024-manner-and-reasoning-time": mannerAndReasoningTime,
	"0025-narrower-job-indexes": narrowerJobIndexes,
	"0026-files": files,
	"0028-collections": collections,
	"0029-pictures": pictures,
	"0030-passage-vectors": passageVectors,
	"0031-servers": servers,
	"0032-blob-objects": blobObjects,
	"0033-steps": steps,
	"0034-documents": documents,
	"0037-spare-model": spareModel,
	"0038-call-sources": callSources,
	"0039-staff": staff,
	"0042-renewals": renewals,
	"0043-reasoning-of-rounds": reasoningOfRounds,
	"0045-payments-of-all": paymentsOfAll,
	"0046-made-pictures": madePictures,
	"0047-promo-codes": promoCodes,
	"0048-settings": settings,
	"0050-more-messages": moreMessages,
	"0051-statistics": statistics,
	"0052-bills": bills,
	"0053-newsletters": newsletters,
	"0054-plan-holders": planHolders,
	"0055-support-access": supportAccess,
	"0056-papers": papers,
	"0058-renewals-of-all": renewalsOfAll,
	"0060-owner-link": ownerLink,
	"0061-people-list": peopleList,
	"0062-invitations": invitations,
	"0063-answer-log-tail": answerLogTail,
	"0064-search-titles": searchTitles,
	"0065-refunds-of-purchases": refundsOfPurchases,
	"0066-forgotten-payments": forgottenPayments,
};
