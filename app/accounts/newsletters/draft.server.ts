/** A newsletter as a form or a command gives it. */
export type NewsletterFields = { subject: string; body: string; button: string; link: string; isAd: boolean };

export type NewsletterDraft = {
	subject: string;
	body: string;
	button: string | null;
	link: string | null;
	is_ad: 0 | 1;
};

export type NewsletterProblems = Partial<
	Record<
		"subject" | "body" | "button" | "link",
		"subject-wrong" | "body-wrong" | "button-wrong" | "news-link-wrong"
	>
>;

const LONGEST_SUBJECT = 150;
export const LONGEST_BODY = 10_000;
const LONGEST_BUTTON = 40;
const LONGEST_LINK = 500;

/** Checks a newsletter. The button and its address come together or not at all. */
export function readDraft(fields: NewsletterFields): NewsletterDraft | { problems: NewsletterProblems } {
	const subject = fields.subject.trim().replace(/\s+/g, " ");
	const body = fields.body.replaceAll("\r\n", "\n").trim();
	const [button, link] = [fields.button.trim().replace(/\s+/g, " "), fields.link.trim()];
	const problems: NewsletterProblems = {};
	if (subject === "" || subject.length > LONGEST_SUBJECT) problems.subject = "subject-wrong";
	if (body === "" || body.length > LONGEST_BODY) problems.body = "body-wrong";
	if (button.length > LONGEST_BUTTON || (button === "" && link !== "")) problems.button = "button-wrong";
	if (link === "" ? button !== "" : !isSecure(link)) problems.link = "news-link-wrong";
	if (Object.keys(problems).length > 0) return { problems };
	return { subject, body, button: button || null, link: link || null, is_ad: fields.isAd ? 1 : 0 };
}

const isSecure = (link: string) => link.length <= LONGEST_LINK && URL.parse(link)?.protocol === "https:";
