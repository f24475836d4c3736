/** What one conversation of an export may have; one that has more is passed by and counted as too large. */
export const CONVERSATION_LIMITS = {
	/** Messages, those of tools and hidden ones among them. */
	messages: 20_000,
	/** UTF-16 units of one message, its reasoning apart. */
	messageCharacters: 1_000_000,
	/** … and of all that is kept of the conversation: what is common to two versions counts in each. */
	characters: 20_000_000,
	/** Of one prompt, or answers to one prompt. */
	versions: 200,
	/** Bytes of its JSON: twenty million Cyrillic letters and what surrounds them. */
	jsonBytes: 48 * 1024 ** 2,
	/** Values in its JSON: memory follows them more than the bytes. */
	jsonValues: 2_000_000,
	/** Objects and arrays inside each other. */
	jsonDepth: 100,
};

/** What one upload may hold; what comes after is not read, and the person is told. */
export const EXPORT_LIMITS = {
	conversations: 100_000,
	/** Unpacked bytes of all files of conversations: a bomb is above. */
	unpackedBytes: 4 * 1024 ** 3,
	/** Entries of an archive: pictures and recordings have one each. */
	entries: 200_000,
	/** … of which so many files hold conversations. */
	files: 1_000,
};

/** All that imports have brought into one account, as `weightOf` counts it. */
export const ACCOUNT_BYTES = 1024 ** 3;

const BYTES_PER_CONVERSATION = 1_000;
const BYTES_PER_MESSAGE = 500;

/** What a conversation takes of an account's room: its texts in UTF-8, and its rows in the database. */
export const weightOf = (conversation: { messages: number; textBytes: number }): number =>
	conversation.textBytes + conversation.messages * BYTES_PER_MESSAGE + BYTES_PER_CONVERSATION;
