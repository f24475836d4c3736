import { createHash, randomUUID } from "node:crypto";
import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import type { Page } from "playwright";
import type { Stage } from "../stage.ts";
import type { Screen } from "../take-picture.ts";

const DAY = 86_400_000;
const HOUR = DAY / 24;

/** Sets the agreement of the one person who has one. */
function agree({ db }: Stage, state: string, fields: Record<string, SQLInputValue> = {}): void {
	const row = { state, reason: null, changed_at: Date.now() - 2 * HOUR, ...fields };
	const change = Object.keys(row).map((name) => `${name} = ?`);
	db.prepare(`update renewals set ${change}`).run(...Object.values(row));
}

const galina = (open: (page: Page, stage: Stage) => Promise<unknown>): Screen => ({
	who: "galina",
	full: true,
	open,
});

const at = (path: string, set: (stage: Stage) => void): Screen =>
	galina(async (page, stage) => {
		set(stage);
		await page.goto(path);
	});

/** The page that the link of an e-mail opens, in a browser that nobody has signed in to. */
const fromLetter = (then: (page: Page) => Promise<unknown> = async () => {}): Screen => ({
	open: async (page, stage) => {
		const token = randomUUID();
		const stop_token_hash = createHash("sha256").update(token).digest("base64url");
		agree(stage, "on", { stop_token_hash, stop_token_until: Date.now() + 7 * DAY });
		await page.goto(`/payment/renewal/stop?token=${token}`);
		await then(page);
	},
});

const consent = (page: Page) => page.getByRole("checkbox", { name: /родлевать: 390/ });

export const RENEWAL_SCREENS: Record<string, Screen> = {
	"renewal-checkout": { who: "boris", full: true, open: (page) => page.goto("/payment?plan=plus-month") },
	"renewal-checkout-error": {
		who: "boris",
		full: true,
		open: async (page) => {
			await page.goto("/payment?plan=plus-month");
			await consent(page).check();
			// As though the price had changed while the page was open.
			await page.locator("[name=renewTerms]").evaluate((field: HTMLInputElement) => {
				field.value = "other";
			});
			await page.getByRole("button", { name: /^Оплатить/ }).click();
			await page.getByRole("alert").first().waitFor();
		},
	},
	"renewal-on": at("/payment", (stage) => agree(stage, "on")),
	"renewal-retrying": at("/payment", (stage) =>
		agree(stage, "retrying", { reason: "insufficient_funds", next_at: Date.now() + 2 * DAY, attempt: 1 }),
	),
	"renewal-paused": at("/payment", (stage) => agree(stage, "paused", { reason: "card_expired" })),
	"renewal-new-card": at("/payment/card", (stage) => agree(stage, "paused", { reason: "card_expired" })),
	"renewal-stop-from-letter": fromLetter(),
	"renewal-stopped-from-letter": fromLetter(async (page) => {
		await page.getByRole("button", { name: "Не продлевать" }).click();
		await page.getByRole("heading", { level: 1, name: /ыключено/ }).waitFor();
	}),
	"renewal-off": at("/payment", (stage) => agree(stage, "off", { next_at: null })),
	"renewal-turn-on": at("/payment/renewal", (stage) => agree(stage, "off", { next_at: null })),
	"renewal-card-deleted": galina(async (page, stage) => {
		const card = keepCard(stage.db);
		agree(stage, "on");
		await page.goto("/payment");
		await page.getByRole("button", { name: "Удалить карту" }).click();
		await page.getByText("Карта удалена").waitFor();
		card.restore();
	}),
};

/** Puts a deleted card back for the next picture. */
function keepCard(db: DatabaseSync) {
	const row = db.prepare("select * from payment_methods limit 1").get() ?? {};
	return {
		restore: () => {
			const names = Object.keys(row);
			db.prepare(`insert into payment_methods (${names}) values (${names.map(() => "?")})`).run(
				...Object.values(row),
			);
			db.prepare("update renewals set method_id = ?").run(String(row.id));
		},
	};
}
