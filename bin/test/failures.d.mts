type FailedTest = { fullName: string; status: string; failureMessages: string[] };
type FileResult = { name: string; status: string; message: string; assertionResults: FailedTest[] };
export function failuresIn(report: { testResults?: FileResult[] }, root: string): string[];
export function describeFailure(title: string, message: string): string;
