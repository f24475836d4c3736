/**
 * Answers that are expensive to render: definitions and marks by the ten thousand, deep quotations, long code, a wide
 * table.
 */
export const HARD_ANSWERS = [
	"[a]: /b\n".repeat(20_000),
	"*a_ ".repeat(25_000),
	`${"> ".repeat(5_000)}x`,
	`\`\`\`js\n${"let a = 1;\n".repeat(20_000)}\`\`\``,
	`${"| a ".repeat(200)}|\n${"|-".repeat(200)}|\n${`${"| b ".repeat(200)}|\n`.repeat(200)}`,
];
