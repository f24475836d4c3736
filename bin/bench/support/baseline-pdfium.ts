/** Reads the text of a PDF with bare PDFium, page by page, in a process of its own: the limit of what a reader can do. */
import { readFileSync } from "node:fs";
import { PDFiumLibrary } from "@hyzyla/pdfium";

const library = await PDFiumLibrary.init();
const document = await library.loadDocument(readFileSync(process.argv[2] ?? ""));
let characters = 0;
for (const page of document.pages()) characters += page.getText().length;
process.stdout.write(String(characters));
