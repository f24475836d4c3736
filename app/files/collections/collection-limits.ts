/** The limits of collections. */
export const COLLECTION_LIMITS = {
	perAccount: 100,
	/** Documents of one collection. */
	files: 100,
	/** Collections of one conversation. */
	perConversation: 5,
	/** UTF-16 units of a name. */
	name: 60,
} as const;
