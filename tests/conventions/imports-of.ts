import { join } from "node:path";
import ts from "typescript";
import type { SourceFile } from "./source-files.ts";

/** An import or a re-export. `target`: a path from the root of the project, or the name of a package. */
export type Import = { target: string; isType: boolean };

/** What a file imports, dynamic imports too. `isType`: the import is erased, because it names types only. */
export function importsOf({ path, text }: SourceFile): Import[] {
	const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest);
	const imports: Import[] = [];
	const add = (specifier: ts.Node | undefined, isType: boolean) => {
		if (!specifier || !ts.isStringLiteral(specifier)) return;
		const name = specifier.text.replace(/\?.*$/, "");
		imports.push({ target: name.startsWith(".") ? join(path, "..", name) : name, isType });
	};
	const visit = (node: ts.Node): void => {
		if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeImport(node));
		if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
		if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
			add(node.arguments[0], false);
		}
		if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) add(node.argument.literal, true);
		ts.forEachChild(node, visit);
	};
	visit(file);
	return imports;
}

function isTypeImport({ importClause }: ts.ImportDeclaration): boolean {
	if (!importClause) return false;
	if (importClause.isTypeOnly) return true;
	const { name, namedBindings } = importClause;
	if (name || !namedBindings || !ts.isNamedImports(namedBindings)) return false;
	return namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly);
}
