// The specification line by line: one test for each line, with the line as its name. The records
// have every member that the specification shows.

import { after, before, describe, test } from 'node:test';
import { readDocument } from '../api/platform/document.js';
import { startTestApp } from '../support/app.js';
import { FIELD_TABLES } from './field-lines.js';
import type { Scene } from './line.js';
import { makeRecords } from './made.js';
import { OPERATION_TABLES } from './operation-lines.js';

let scene: Scene;

before(async () => {
  const app = await startTestApp({ demo: true, workersLeftOut: [] });
  scene = { app, document: await readDocument(app), made: await makeRecords(app) };
});
after(() => scene.app.stop());

for (const [heading, lines] of Object.entries({ ...FIELD_TABLES, ...OPERATION_TABLES })) {
  describe(heading, () => {
    for (const { text, check } of lines) test(text, () => check(scene));
  });
}
