import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Browser } from "playwright";
import { launchChromium } from "../../tests/support/chromium.ts";
import { jpeg } from "../../tests/support/documents/picture.ts";
import { startFakeMcp } from "../../tests/support/fakes/fake-mcp-http.ts";
import { type FakeModel, startFakeModel } from "../../tests/support/fakes/fake-model.ts";
import { startFakePictures } from "../../tests/support/fakes/fake-pictures.ts";
import { startFakeSearch } from "../../tests/support/fakes/fake-search.ts";
import { type Instance, startInstance } from "../../tests/support/instance.ts";
import { Person } from "../../tests/support/person.ts";
import { startPageServer } from "../../tests/tools/pages/page-server.ts";
import { fillAccount } from "./fill-account.ts";
import { type ActsOfSheets, fillActs } from "./fill-acts.ts";
import { type DocumentsOfSheets, fillDocuments } from "./fill-documents.ts";
import { fillRenewal } from "./fill-renewal.ts";
import { fillStatistics } from "./fill-statistics.ts";
import { fillTeam, type TeamOfSheets } from "./fill-team.ts";
import { keepSnapshot } from "./snapshot.ts";
import { answerLikeTheDrawings, MODELS } from "./words.ts";

/** Only shows the button: nobody is asked. */
const YANDEX = { YANDEX_CLIENT_ID: "drawn", YANDEX_CLIENT_SECRET: "drawn" };

const FOUND = { title: "Индексы потребительских цен по месяцам", snippet: "Инфляция за год" };
const CALENDAR = {
	echo: { effect: "unsafe", title: "Создать встречу", fields: { text: "Название", start: "Когда" } },
};

/** A moon over two mountains. */
const mountains = () =>
	jpeg(1_024, 1_024, (x, y) => {
		if (y > Math.min(70 + Math.abs(x - 30), 64 + Math.abs(x - 90))) return 40;
		return Math.hypot(x - 88, y - 40) < 16 ? 240 : 90 + Math.round(y / 2);
	});

/** A running product with the people of the drawings. */
export type Stage = {
	instance: Instance;
	browser: Browser;
	model: FakeModel;
	pictures: Awaited<ReturnType<typeof startFakePictures>>;
	db: DatabaseSync;
	/** With a plan, conversations and payments. */
	anna: Person;
	/** Has just registered. */
	boris: Person;
	/** Has registered, and has yet to confirm. */
	vera: Person;
	/** Has a plan that renews itself. */
	galina: Person;
	/** The owner of the service. */
	irina: Person;
	/** A member of its support. */
	oleg: Person;
	team: TeamOfSheets;
	acts: ActsOfSheets;
	/** The address of the conversation of the drawings. */
	conversation: string;
	documents: DocumentsOfSheets;
	/** Pages that a tool may read: one of them never answers, one is not there. */
	pagesUrl: string;
	/** Removes what was asked since the beginning, and sets the allowances back. */
	restore: () => void;
	end: () => Promise<void>;
};

export async function openStage(): Promise<Stage> {
	const model = await startFakeModel();
	answerLikeTheDrawings(model);
	const folder = mkdtempSync(join(tmpdir(), "sobesednik-sheets-"));
	const models = join(folder, "models.json");
	writeFileSync(models, JSON.stringify({ servers: [{ baseUrl: model.url, models: MODELS }] }));
	const [search, pictures, calendar, pages] = await Promise.all([
		startFakeSearch([1, 2, 3, 4, 5, 6].map((n) => ({ ...FOUND, url: `https://rosstat.gov.ru/${n}` }))),
		startFakePictures(mountains()),
		startFakeMcp({ era: "modern", fault: "none" }),
		startPageServer(({ url }, response) => {
			if (url === "/silent") return;
			response.writeHead(url === "/gone" ? 404 : 200, { "content-type": "text/html" }).end("<p>Цены</p>");
		}),
	]);
	const tools = join(folder, "tools.json");
	const servers = [{ key: "calendar", title: "Календарь", url: calendar.url, tools: CALENDAR }];
	writeFileSync(tools, JSON.stringify({ servers }));
	const files = {
		MODELS_FILE: models,
		TOOLS_FILE: tools,
		SEARXNG_URL: search.url,
		READ_PAGE_HOSTS: pages.host,
		PICTURES_BASE_URL: pictures.baseUrl,
		PICTURES_MODEL: "Рисующая",
	};
	const [instance, browser] = await Promise.all([
		startInstance({
			env: { ...files, MODEL_TITLES: "0", YOOKASSA_RENEWAL: "1", LOG_LEVEL: "error", ...YANDEX },
		}),
		// The drawings were made without hinting, which makes text wider.
		launchChromium({ args: ["--font-render-hinting=none"] }),
	]);
	const db = new DatabaseSync(join(instance.dataDir, "sobesednik.db"), { timeout: 10_000 });
	const end = async () => {
		await browser.close();
		db.close();
		await instance.stop();
		await Promise.all([model, search, pictures, calendar, pages].map((fake) => fake.stop()));
		rmSync(folder, { recursive: true, force: true });
	};
	try {
		const boris = await new Person(instance, "boris@pochta.ru").register();
		const anna = await new Person(instance, "anna@pochta.ru").register();
		const conversation = await fillAccount(db, anna);
		const documents = await fillDocuments(db, anna);
		const vera = new Person(instance, "vera@pochta.ru");
		await vera.post("/registration", {
			email: vera.email,
			password: vera.password,
			consentOffer: "on",
			consentPersonalData: "on",
		});
		const galina = await new Person(instance, "galina@pochta.ru").register();
		await fillRenewal(db, galina);
		const team = await fillTeam(db, instance, anna);
		const acts = await fillActs(db, instance, galina);
		fillStatistics(db, "Europe/Moscow");
		const people = { anna, boris, vera, galina, irina: team.irina, oleg: team.oleg, team, acts };
		const restore = keepSnapshot(db);
		const stage = {
			instance,
			browser,
			model,
			pictures,
			db,
			...people,
			conversation,
			documents,
			restore,
			end,
		};
		return { ...stage, pagesUrl: pages.url };
	} catch (error) {
		await end();
		throw error;
	}
}
