import { sql } from "kysely";
import { openDatabase } from "../../../app/platform/db/connection.server.ts";
import { isPostgres } from "../../../app/platform/db/dialect.server.ts";
import { transact } from "../../../app/platform/db/transact.server.ts";
import { spanOf } from "../../../app/statistics/statistics-handler.server.ts";
import { PLUS } from "../../../tests/billing/payment-context.ts";

const DAY = 86_400_000;

/**
 * Writes rows directly into a migrated database, a statement a table: people of a year, each tenth asked today; payments
 * of a year; figures of thirty days and ten models. PostgreSQL gets the statistics that it gathers by itself; SQLite has
 * none, as at an operator's.
 */
export async function fillInstallation(
	url: string,
	{ people, payments }: { people: number; payments: number },
	timeZone: string,
): Promise<void> {
	const db = await openDatabase(url);
	const now = Date.now();
	const onPostgres = isPostgres(db);
	const pad = (number: string) =>
		onPostgres ? `right('0000000' || (${number}), 7)` : `substr('0000000' || (${number}), -7)`;
	const numbers = (count: number) =>
		`with recursive n(i) as (select cast(0 as bigint) union all select i + 1 from n where i < ${count - 1})`;
	const account = (number: string) => `'account-' || ${pad(number)}`;
	const year = (count: number) => `${now - 365 * DAY} + i * ${Math.floor((365 * DAY) / count)}`;
	const plan = JSON.stringify(PLUS).replaceAll("'", "''");
	const statements = [
		// Those who came first were here last; a name for each second, one in a thousand is blocked.
		`insert into accounts (id, email, name, state, created_at, seen_at) ${numbers(people)}
			select ${account("i")}, 'person' || ${pad("i")} || '@example.ru',
				case when i % 2 = 0 then 'Имя ' || ${pad("i")} end,
				case when i % 1000 = 999 then 'blocked' else 'active' end,
				${year(people)}, ${now} - i * 60000 from n`,
		// A fifth has a plan, the youngest none; one in a hundred was given it.
		`insert into subscriptions (id, account_id, purchase_id, plan_key, plan, starts_at, ends_at, created_at)
			${numbers(people)}
			select 's' || i, ${account("i")}, null, case when i % 50 = 0 then 'pro-month' else '${PLUS.key}' end, '${plan}',
				${now - 10 * DAY}, ${now + 20 * DAY}, ${now} from n where i % 5 = 0 and i < ${people / 2}`,
		`update subscriptions set bill_id = 'bill' where substr(id, -2) <> '00'`,
		// A quarter has no message left: so many no filter finds by its index alone.
		`insert into allowances (id, account_id, source, starts_at, ends_at, granted, used) ${numbers(people)}
			select 'l' || i, ${account("i")}, 'free', ${now - 3_600_000}, ${now + 3_600_000}, 30,
				case when i % 4 = 1 then 30 else 3 end from n`,
		`insert into conversations (id, account_id, title, created_at, updated_at) ${numbers(people)}
			select 'c' || i, ${account("i")}, 'Т', ${now}, ${now} from n`,
		`insert into prompts (id, conversation_id, account_id, text, created_at) ${numbers(people)}
			select 'p' || i, 'c' || i, ${account("i")}, 'Вопрос',
				case when i % 10 = 0 then ${now - 1_000} else ${now - 20 * DAY} end from n`,
		`insert into answers (id, prompt_id, conversation_id, account_id, model, state, text, reasoning,
				created_at, ended_at, attempts, tokens_in, tokens_out, first_piece_ms) ${numbers(people)}
			select 'a' || i, 'p' || i, 'c' || i, ${account("i")}, 'model-' || (i % 7), 'done', 'Ответ', '',
				${now}, case when i % 10 = 0 then ${now - 500} else ${now - 20 * DAY} end, 1, 900, 300, i % 5000 from n`,
		`insert into purchases (id, account_id, plan_key, plan, amount, receipt_email, gateway, state,
				created_at, ended_at) ${numbers(payments)}
			select 'purchase-' || ${pad("i")}, ${account(`i % ${people}`)}, '${PLUS.key}', '${plan}', 39000,
				'a@example.ru', 'yookassa', 'paid', ${year(payments)}, ${year(payments)} from n`,
	];
	await transact(db, async (trx) => {
		for (const statement of statements) await sql.raw(statement).execute(trx);
		for (let day = 1; day <= 30; day++)
			await trx
				.insertInto("stat_days")
				.values(figuresOf(spanOf(now - day * DAY, timeZone).day, now))
				.execute();
	});
	if (onPostgres) await sql.raw("analyze").execute(db);
	await db.destroy();
}

const METRICS = ["messages", "tokens-in", "tokens-out", "cost", "failure:timeout", "failure:refused"];
const BOUNDS = [100, 200, 300, 500, 700, 1_000, 1_500, 2_000, 3_000, 5_000];

function figuresOf(day: string, now: number) {
	const rows = [...METRICS, ...BOUNDS.map((bound) => `first-piece:${bound}`)].flatMap((metric) =>
		Array.from({ length: 10 }, (_, model) => ({
			...{ day, metric, model: `model-${model}`, plan: "" },
			...{ count: 1_000, sum: 90_000 },
		})),
	);
	return [...rows, { day, metric: "counted", model: "", plan: "", count: 1, sum: now }];
}
