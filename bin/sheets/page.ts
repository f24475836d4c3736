export type Sheet = { name: string; theme: string; size: string; picture: string; drawing?: string };

/** One HTML page: each drawing with the product's picture at its side. */
export function sheetsPage(sheets: Sheet[]): string {
	const rows = sheets.map(
		({ name, theme, size, picture, drawing }) => `
	<section id="${picture}">
		<h2>${name} · ${theme} · ${size}</h2>
		<div>${drawing ? figure(drawing, "рисунок") : "<p>рисунка нет</p>"}${figure(picture, "продукт")}</div>
	</section>`,
	);
	return `<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<title>Экраны и рисунки</title>
<style>
	body { margin: 1rem; font: 1rem/1.5 system-ui; background: #888; color: #000; }
	div { display: flex; gap: 1rem; align-items: flex-start; }
	figure, p { flex: 1; margin: 0; min-width: 0; }
	img { max-width: 100%; }
</style>
<h1>Экраны и рисунки</h1>${rows.join("")}
</html>
`;
}

const figure = (path: string, caption: string) =>
	`<figure><figcaption>${caption}</figcaption><a href="${path}"><img src="${path}" alt="" loading="lazy"></a></figure>`;
