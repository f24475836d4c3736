import type { Db } from "../../../app/platform/db/connection.server.ts";

export const pad = (i: number) => String(i).padStart(4, "0");

/** As many people, `account-0000` with the address `payer0000@example.ru` and so on; their numbers. */
export async function payers(db: Db, count: number): Promise<number[]> {
	const numbers = Array.from({ length: count }, (_, i) => i);
	await db
		.insertInto("accounts")
		.values(
			numbers.map((i) => ({
				id: `account-${pad(i)}`,
				email: `payer${pad(i)}@example.ru`,
				state: "active" as const,
				created_at: i,
			})),
		)
		.execute();
	return numbers;
}
