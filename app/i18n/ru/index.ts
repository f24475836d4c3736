import account from "./account.ts";
import auth from "./auth.ts";
import billing from "./billing.ts";
import billingLetters from "./billing-letters.ts";
import chat from "./chat.ts";
import common from "./common.ts";
import errors from "./errors.ts";
import faq from "./faq.ts";
import home from "./home.ts";
import importing from "./import.ts";
import kit from "./kit.ts";
import letters from "./letters.ts";
import papers from "./papers.ts";
import payment from "./payment.ts";
import paymentOutcomes from "./payment-outcomes.ts";

/** All texts people read, by namespace. */
export const words = {
	common,
	auth,
	home,
	papers,
	faq,
	chat,
	payment,
	paymentOutcomes,
	account,
	errors,
	letters,
	billing,
	billingLetters,
	kit,
	import: importing,
};
