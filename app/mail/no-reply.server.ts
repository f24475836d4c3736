/** Names of mailboxes that nobody reads, as the local part of an address begins. */
const UNREAD = /^(no|do-?not|not)[-_.]?reply/i;

/**
 * Why answers to the e-mails of this installation get lost: they are sent, and `from` is a mailbox that nobody reads,
 * while several of them ask to be answered. Null: nothing is wrong. For the console.
 */
export function whyUnanswered({
	smtpUrl,
	from,
}: {
	smtpUrl?: string | undefined;
	from: string;
}): string | null {
	const localPart = /([^\s<"@]+)@[^\s@]+$/.exec(from)?.[1] ?? "";
	if (!smtpUrl || !UNREAD.test(localPart)) return null;
	return "MAIL_FROM: с адреса no-reply ответов не ждут, а письма об оплате и возврате просят ответить на них. Укажите ящик, который читают.";
}
