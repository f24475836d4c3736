export const handle = { page: "document" };

export default function Screen() {
	return <main>…</main>;
}
