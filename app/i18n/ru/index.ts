import account from "./account.ts";
import admin from "./admin.ts";
import auth from "./auth.ts";
import billing from "./billing.ts";
import billingEmails from "./billing-emails.ts";
import bills from "./bills.ts";
import chat from "./chat.ts";
import common from "./common.ts";
import documentText from "./document-text.ts";
import documents from "./documents.ts";
import emails from "./emails.ts";
import errors from "./errors.ts";
import exporting from "./export.ts";
import faq from "./faq.ts";
import files from "./files.ts";
import history from "./history.ts";
import home from "./home.ts";
import importing from "./import.ts";
import kit from "./kit.ts";
import legal from "./legal.ts";
import news from "./news.ts";
import operatorEmails from "./operator-emails.ts";
import payment from "./payment.ts";
import paymentOutcomes from "./payment-outcomes.ts";
import reading from "./reading.ts";
import sources from "./sources.ts";
import steps from "./steps.ts";
import supportAccess from "./support-access.ts";
import unscripted from "./unscripted.ts";

/** All texts people read, by namespace. */
export const texts = {
	common,
	auth,
	home,
	legal,
	faq,
	chat,
	files,
	documents,
	history,
	news,
	payment,
	paymentOutcomes,
	bills,
	account,
	admin,
	errors,
	emails,
	billing,
	billingEmails,
	operatorEmails,
	kit,
	export: exporting,
	import: importing,
	reading,
	sources,
	steps,
	documentText,
	supportAccess,
	unscripted,
};
