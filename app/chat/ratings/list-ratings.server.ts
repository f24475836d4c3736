import { countUpTo } from "../../accounts/staff/count-up-to.server.ts";
import type { Db } from "../../platform/db/connection.server.ts";
import { isOfConversation } from "../conversations/not-deleted.server.ts";

export const RATINGS_PER_PAGE = 50;

/** The ratings to list: one of the two, or those with a comment. */
export type RatingFilter = "down" | "up" | "commented";

/** How a person has rated an answer; of the conversation nothing. */
export type ListedRating = {
	/** The id of the answer. */
	id: string;
	accountId: string;
	/** Null: the account is deleted. */
	email: string | null;
	name: string | null;
	model: string;
	rating: "up" | "down";
	/** In the person's words. */
	comment: string | null;
	/** When the answer was asked for: when it was rated is not kept. */
	createdAt: number;
};

/**
 * A page of everybody's ratings, those of the newest answers first. It goes on from an answer, so a page costs the same
 * wherever it is. Neither texts nor titles are read.
 * @param after the last answer of the page before; one that is gone begins anew
 * @returns `next`: the id to go on from; null: this is the last page
 */
export async function listRatings(
	db: Db,
	filter: RatingFilter,
	{ after = "", rows = RATINGS_PER_PAGE }: { after?: string; rows?: number } = {},
): Promise<{ ratings: ListedRating[]; next: string | null }> {
	const last = after
		? await db.selectFrom("answers").select(["id", "created_at"]).where("id", "=", after).executeTakeFirst()
		: undefined;
	const found = await wanted(db, filter)
		.innerJoin("accounts", "accounts.id", "answers.account_id")
		.select(["answers.id", "answers.account_id as accountId", "accounts.email", "accounts.name"])
		.select(["answers.model", "answers.rating", "answers.rating_reason as comment"])
		.select("answers.created_at as createdAt")
		.$if(last !== undefined, (query) =>
			query.where(({ eb, refTuple, tuple }) =>
				eb(
					refTuple("answers.created_at", "answers.id"),
					"<",
					tuple(Number(last?.created_at), last?.id ?? ""),
				),
			),
		)
		.orderBy("answers.created_at", "desc")
		.orderBy("answers.id", "desc")
		.limit(rows + 1)
		.execute();
	const ratings = found.slice(0, rows).map(({ rating, createdAt, ...row }) => ({
		...row,
		rating: rating === "up" ? ("up" as const) : ("down" as const),
		createdAt: Number(createdAt),
	}));
	return { ratings, next: found.length > rows ? (ratings.at(-1)?.id ?? null) : null };
}

/** How many ratings there are; at most `COUNTED` and one. */
export const countRatings = (db: Db, filter: RatingFilter): Promise<number> =>
	countUpTo(db, wanted(db, filter).select("answers.id"));

const wanted = (db: Db, filter: RatingFilter) =>
	db
		.selectFrom("answers")
		.where("answers.rating", "is not", null)
		.where(isOfConversation("answers"))
		.$if(filter === "commented", (query) => query.where("answers.rating_reason", "is not", null))
		.$if(filter !== "commented", (query) =>
			query.where("answers.rating", "=", filter === "up" ? "up" : "down"),
		);
