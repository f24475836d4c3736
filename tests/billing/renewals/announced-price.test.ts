import { expect, test } from "vitest";
import { DAY, dayStart, isoDayIn } from "../../../app/platform/dates/day-boundaries.server.ts";
import { eachDatabase } from "../../support/database/databases.ts";
import { PLUS } from "../payment-context.ts";
import { NOON } from "../shop.ts";
import { setUpShop } from "./set-up-shop.ts";
import { type Subscriber, subscriber } from "./subscriber.ts";

const shop = setUpShop();

const ZONE = "Europe/Moscow";
const END = NOON + 30 * DAY;
const DEARER = { ...PLUS, price: 49_000 };
/** Two days before the charge. */
const RISES = dayStart(END - 3 * DAY, ZONE);

/** «Плюс» with a higher price that counts from the day of a moment on. */
const dearerFrom = (at: number) => [{ ...PLUS, next: { price: DEARER.price, from: isoDayIn(at, ZONE) } }];

function sell({ context }: Pick<Subscriber, "context">, plans: readonly (typeof PLUS)[]) {
	if (context.renewal) context.renewal.plans = plans;
}

const lastText = ({ mailer }: Pick<Subscriber, "mailer">, kind: string) =>
	mailer.emails.findLast((email) => email.kind === kind)?.text.replaceAll("\u00a0", " ");

eachDatabase((openTestDb) => {
	test("a charge on the day of a higher price is never told of: the renewal ends on that day, and that is told", async () => {
		const anna = await subscriber(await openTestDb(), shop.yookassa);
		sell(anna, dearerFrom(RISES));
		await anna.live(RISES - 1);
		expect(await anna.renewal()).toMatchObject({ state: "on", notice_id: null, next_at: RISES });
		sell(anna, [DEARER]);
		await anna.live(END);
		expect(await anna.renewal()).toMatchObject({ state: "off", reason: "price" });
		expect(anna.charges()).toEqual([]);
		expect(anna.kinds()).not.toContain("renewal-soon");
		expect(anna.kinds().filter((kind) => kind === "renewal-off")).toHaveLength(1);
	});

	test("withdrawn before its day, the price ends nothing: the charge is told of then", async () => {
		const anna = await subscriber(await openTestDb(), shop.yookassa);
		sell(anna, dearerFrom(RISES));
		await anna.live(RISES - 1);
		sell(anna, [PLUS]);
		await anna.live(END + 2 * DAY);
		expect(anna.kinds()).toContain("renewal-soon");
		expect(anna.charges().map(({ amount }) => amount.value)).toEqual(["390.00"]);
		expect((await anna.renewal()).state).toBe("on");
	});

	test("a charge before that day is made at the agreed price, and the e-mail after it promises no other", async () => {
		const anna = await subscriber(await openTestDb(), shop.yookassa);
		sell(anna, dearerFrom(END));
		await anna.live(END - 1);
		expect(anna.charges().map(({ amount }) => amount.value)).toEqual(["390.00"]);
		const charged = lastText(anna, "renewal-charged");
		expect(charged).toContain("До следующего списания цена этого тарифа вырастет");
		expect(charged).not.toMatch(/Следующее списание/);
		await anna.buy({ agrees: false });
		await anna.live(anna.world.now);
		expect(lastText(anna, "payment-paid")).toContain("До следующего списания цена этого тарифа вырастет");
	});
});
