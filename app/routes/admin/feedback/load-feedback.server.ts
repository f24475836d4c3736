import { maskedEmail } from "../../../accounts/email.server.ts";
import { countRatings, listRatings, type RatingFilter } from "../../../chat/ratings/list-ratings.server.ts";
import { chatServices } from "../../../chat/services.server.ts";
import { minuteOf } from "../../../platform/dates/dates.server.ts";
import { db } from "../../../platform/db/service.server.ts";
import { queryField } from "../query-field.server.ts";
import { totalOf } from "../total.server.ts";

const LONGEST = 64;

/** The ratings to show; by default those of answers that people did not like, which staff come for. */
export const filterOf = (query: URLSearchParams): RatingFilter =>
	(["up", "commented"] as const).find((known) => known === query.get("show")) ?? "down";

/** A page of everybody's ratings; `after` goes on from an answer. */
export async function loadFeedback(query: URLSearchParams) {
	const show = filterOf(query);
	const after = queryField(query, "after", LONGEST);
	const { ratings, next } = await listRatings(db(), show, { after });
	const { models } = chatServices().catalogue;
	return {
		show,
		next,
		isFirst: after === "",
		found: totalOf(await countRatings(db(), show)),
		ratings: ratings.map(({ id, accountId, email, name, model, rating, comment, createdAt }) => ({
			id,
			accountId,
			/** Null: the account is deleted. */
			who: email === null ? null : (name ?? maskedEmail(email)),
			model: models.find((one) => one.id === model)?.title ?? model,
			rating,
			comment,
			at: minuteOf(createdAt),
		})),
	};
}

export type LoadedFeedback = Awaited<ReturnType<typeof loadFeedback>>;
