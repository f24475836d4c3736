import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Instance } from "../../tests/support/instance.ts";
import { Person } from "../../tests/support/person.ts";
import { runCommand, settingsBeside } from "../../tests/support/run-command.ts";

const DAY = 86_400_000;

/** The name, the e-mail, the role, how many days ago they came. */
const PEOPLE: [name: string | null, email: string, role: string | null, days: number][] = [
	["Павел Гусев", "pavel@example.ru", "administrator", 120],
	["Олег Нефёдов", "oleg@example.ru", "support", 90],
	["Марина Белова", "marina@example.ru", "accountant", 60],
	["Дмитрий Орлов", "d.orlov@mail.example", null, 112],
	[null, "k-7@yandex.example", null, 1],
	["Елена Фролова", "frolova@school12.example", null, 23],
	["Тимур Ахметов", "timur@pochta.ru", null, 2],
	["Виктор Лапин", "lapin@example.ru", null, 4],
];

/** Whose, how many days ago, the state, the method, why it was refused. */
const PAYMENTS: [email: string, days: number, state: string, method: string, reason: string | null][] = [
	["frolova@school12.example", 0, "waiting", "Карта ••\u00a01106", null],
	["timur@pochta.ru", 0.2, "canceled", "Карта ••\u00a00004", "insufficient_funds"],
	["d.orlov@mail.example", 1, "paid", "СБП", null],
	["k-7@yandex.example", 2, "refunded", "Карта ••\u00a04444", null],
];

/** Promo codes, as arguments of the command that makes them. */
const CODES = [
	["ШКОЛА20", "--percent", "20", "--uses", "200"],
	["СПАСИБО", "--days", "14", "--any"],
];

export type TeamOfSheets = {
	/** The owner. */
	irina: Person;
	/** The support. */
	oleg: Person;
	/** Ids of the account of the drawings, and of one of its payments. */
	account: string;
	payment: string;
};

/** Gives the service its team, more people, their payments, and a journal. */
export async function fillTeam(db: DatabaseSync, instance: Instance, anna: Person): Promise<TeamOfSheets> {
	const change = db.prepare("update accounts set name = ?, created_at = ? where email = ?");
	const irina = await enrol(instance, "irina@example.ru");
	change.run("Ирина Соколова", Date.now() - 200 * DAY, irina.email);
	await role(instance, irina.email, "owner");
	let oleg = irina;
	for (const [name, email, given, days] of PEOPLE) {
		const person = await enrol(instance, email);
		if (given === "support") oleg = person;
		change.run(name, Date.now() - days * DAY, email);
		if (given) await role(instance, email, given);
	}
	for (const code of CODES) await command(instance, "codes", ["make", ...code]);
	const account = idOf(db, anna.email);
	const act = (doing: string, who: string, fields: Record<string, string>) =>
		irina.post(`/admin/people?account=${who}&do=${doing}`, { currentPassword: irina.password, ...fields });
	const correction = { sign: "add", messages: "50", requestId: randomUUID() };
	await act("correct-allowance", account, { ...correction, reason: "Сбой модели 17 ноября, заявка 214" });
	await act("block", idOf(db, "lapin@example.ru"), { reason: "Рассылка спама, заявка 219" });
	// Shows the news of it once: otherwise each picture would.
	await irina.fetch("/admin/people");
	for (const payment of PAYMENTS) pay(db, payment);
	const shown = db.prepare(
		"select id from purchases where account_id = ? and state = 'paid' order by created_at desc limit 1",
	);
	return { irina, oleg, account, payment: String(shown.get(account)?.id) };
}

const enrol = (instance: Instance, email: string) => new Person(instance, email).register();

const role = (instance: Instance, email: string, name: string) =>
	command(instance, "users", ["role", email, name]);

async function command(instance: Instance, name: string, args: string[]): Promise<void> {
	const { code, err } = await runCommand(name, args, settingsBeside(instance));
	if (code !== 0) throw new Error(err);
}

const idOf = (db: DatabaseSync, email: string) =>
	String(db.prepare("select id from accounts where email = ?").get(email)?.id);

function pay(
	db: DatabaseSync,
	[email, days, state, method, reason]: [string, number, string, string, string | null],
): void {
	const at = Date.now() - days * DAY;
	const pattern = db.prepare("select * from purchases where state = 'paid' limit 1").get() ?? {};
	const row = {
		...pattern,
		id: randomUUID(),
		account_id: idOf(db, email),
		receipt_email: email,
		created_at: at,
		ended_at: state === "waiting" ? null : at,
		...{ state, method, reason },
	};
	const sql = `insert into purchases (${Object.keys(row)}) values (${Object.keys(row).map(() => "?")})`;
	db.prepare(sql).run(...Object.values(row));
}
