import { isStillWanted } from "../accounts/newsletters/recipients.server.ts";
import { newsletterHandler } from "../accounts/newsletters/send-newsletter.server.ts";
import { accountSettings, newsletterSettings } from "../accounts/services.server.ts";
import { backupFolder, makeBackupHandler } from "../backup/asked-backup.server.ts";
import { checkPaymentHandler } from "../billing/payments/check-payments.server.ts";
import { giveGiftHandler } from "../billing/plans/give-gift.server.ts";
import { checkRefundHandler } from "../billing/refunds/check-refunds.server.ts";
import { endBlockedHandler } from "../billing/renewals/end-blocked.server.ts";
import { settlingContext } from "../billing/services.server.ts";
import { estimateTokens } from "../chat/context/estimate-tokens.server.ts";
import { eraseConversationHandler } from "../chat/conversations/delete-conversation.server.ts";
import { indexConversationHandler } from "../chat/search/index-old.server.ts";
import { chatServices } from "../chat/services.server.ts";
import { watchHandler } from "../doctor/watch/watch-handler.server.ts";
import { openBlobs } from "../files/blobs/open-blobs.server.ts";
import { eraseFileHandler } from "../files/library/delete-document.server.ts";
import { readFileHandler } from "../files/read-file-handler.server.ts";
import { embeddings } from "../files/services.server.ts";
import { embedFileHandler } from "../files/vectors/embed-file-handler.server.ts";
import { emailHandler } from "../mail/email-handler.server.ts";
import { mailer } from "../mail/service.server.ts";
import { config } from "../platform/config.server.ts";
import { db } from "../platform/db/service.server.ts";
import type { JobHandler } from "../platform/jobs/job-handler.server.ts";
import { jobLogOf } from "../platform/jobs/job-log.server.ts";
import { JobRunner } from "../platform/jobs/job-runner.server.ts";
import { recordJobSpan } from "../platform/jobs/job-span.server.ts";
import { workerId } from "../platform/jobs/worker-id.server.ts";
import { log } from "../platform/log.server.ts";
import { service } from "../platform/service.server.ts";
import { eraseAccountHandler } from "../privacy/erase-data.server.ts";
import { countDaysHandler } from "../statistics/statistics-handler.server.ts";

/** The kinds of jobs that this process does, one line each. */
function jobHandlers(): JobHandler[] {
	const payments = settlingContext();
	const server = embeddings();
	return [
		emailHandler(db(), mailer(), isStillWanted),
		newsletterHandler(db(), newsletterSettings()),
		...(payments ? [checkPaymentHandler(db(), payments), checkRefundHandler(db(), payments)] : []),
		endBlockedHandler(db()),
		giveGiftHandler(db()),
		chatServices().imports.handler,
		chatServices().titleHandler,
		indexConversationHandler(db()),
		readFileHandler({
			db: db(),
			blobs: openBlobs(db()),
			countTokens: estimateTokens,
			makesVectors: server !== null,
		}),
		...(server ? [embedFileHandler(db(), server)] : []),
		eraseFileHandler({ db: db(), blobs: openBlobs(db()) }),
		eraseConversationHandler(db()),
		eraseAccountHandler(db()),
		makeBackupHandler({ ...config.backup, folder: backupFolder(config) }),
		countDaysHandler(db(), { timeZone: config.timeZone, priceOf }),
		watchHandler(
			db(),
			{ config, mailer: mailer(), models: () => chatServices().catalogue.models },
			accountSettings(),
		),
	];
}

/** The price of a model of the catalogue; null: nobody has given one. Cached tokens are not told apart. */
function priceOf(id: string) {
	const price = chatServices().catalogue.models.find((model) => model.id === id)?.price;
	return price ? { in: price.input, out: price.output } : null;
}

/** The runner of this process. */
export const jobRunner = service<JobRunner>("jobs");

/** Needs all other services. @returns stops new jobs and waits for the running ones */
export function startJobs(): () => Promise<void> {
	const runner = new JobRunner(db(), jobHandlers(), {
		owner: workerId(),
		log: jobLogOf(log),
		...(config.tracing && { onPerformed: recordJobSpan }),
	});
	runner.start();
	jobRunner.provide(runner);
	return async () => {
		await runner.stop();
		jobRunner.withdraw();
	};
}
