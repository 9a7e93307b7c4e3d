/** What `npm test` says last of the tests that failed or are unsteady: where only the end of what it printed is kept, it is told. */

/** Characters of a message; the whole of it was printed when the test failed. */
const LONGEST_MESSAGE = 1200;

/**
 * @param report what vitest's JSON reporter wrote; undefined when it wrote nothing
 * @returns a paragraph for each failed test, or file that could not be loaded
 */
export function unitFailures(report) {
  return (report?.testResults ?? []).flatMap((file) => {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed');
    if (failed.length === 0) return file.status === 'failed' ? [paragraph(file.name, [file.message])] : [];
    return failed.map((test) => paragraph(`${file.name}: ${test.fullName}`, test.failureMessages));
  });
}

/**
 * @param report what Playwright's JSON reporter wrote; undefined when it wrote nothing
 * @returns a paragraph for each failed flow, and each error outside of flows
 */
export function flowFailures(report) {
  const outside = (report?.errors ?? []).map(({ message }) => paragraph('outside of flows', [message]));
  return [...outside, ...(report?.suites ?? []).flatMap(failedIn)];
}

/**
 * Tests that failed and then passed: somebody else's load, or a fault that shows itself now and then. They are told, so that
 * nobody takes them for steady.
 * @param report as for `unitFailures`
 */
export function unsteadyUnits(report) {
  return (report?.testResults ?? []).flatMap((file) =>
    file.assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages?.length > 0)
      .map((test) => paragraph(`${file.name}: ${test.fullName}`, test.failureMessages)),
  );
}

/** As `unsteadyUnits`. @param report as for `flowFailures` */
export function unsteadyFlows(report) {
  return (report?.suites ?? []).flatMap((suite) => toldOf(suite, ({ tests }) => tests.some(isUnsteady)));
}

function isUnsteady({ status }) {
  return status === 'flaky';
}

function failedIn(suite) {
  return toldOf(suite, ({ ok }) => !ok);
}

function toldOf(suite, isTold) {
  const failed = (suite.specs ?? []).filter(isTold);
  const own = failed.map((spec) => {
    const errors = spec.tests.flatMap(({ results }) => results.flatMap((result) => result.errors ?? []));
    return paragraph(
      `${spec.file}: ${spec.title}`,
      errors.map(({ message }) => message),
    );
  });
  return [...own, ...(suite.suites ?? []).flatMap((inner) => toldOf(inner, isTold))];
}

function paragraph(name, messages) {
  const text = messages.filter(Boolean).join('\n').trim();
  return `${name}\n${text.slice(0, LONGEST_MESSAGE).replace(/^/gm, '    ')}`;
}
