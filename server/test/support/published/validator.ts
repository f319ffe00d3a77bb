// Validators of published replies. Each is compiled once and stored in the build folder, because
// compiling it takes four times as long as loading it, and every test process needs many of them.

import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import standalone from 'ajv/dist/standalone/index.js';
import formats from 'ajv-formats';
import { packageFolder } from '../../../src/platform/package-folder.js';
import type { Json } from '../app.js';

/** The document's name in references between its parts. */
const DOCUMENT = 'openapi';

/** Increment this when the file compiles the same schema to a different validator. */
const VERSION = 1;

const STORE = join(packageFolder(), 'dist', 'published');

/** The validators of one document. */
export interface Validators {
  /** Returns the validator of a schema of the document. The name is that of its file. */
  readonly of: (name: string, schema: Json) => ValidateFunction;
}

/** Opens the stored validators of a document. Removes those of its earlier versions. */
export function openValidators(document: Json): Validators {
  const load = createRequire(join(STORE, 'validator.cjs'));
  const hash = createHash('sha256')
    .update(`${VERSION} ${load('ajv/package.json').version} ${JSON.stringify(document)}`)
    .digest('hex');
  const folder = join(STORE, hash.slice(0, 16));
  if (!existsSync(folder)) removeOthers(folder);
  const loaded = new Map<string, ValidateFunction>();
  let compiler: Ajv2020 | undefined;
  const store = (file: string, schema: Json) => {
    compiler ??= openCompiler(document);
    const written = `${file}.${randomUUID()}`;
    writeFileSync(written, standalone.default(compiler, compiler.compile(closed(schema))));
    // Other processes may load the file at any moment.
    renameSync(written, file);
  };
  return {
    of: (name, schema) => {
      const known = loaded.get(name);
      if (known !== undefined) return known;
      const file = join(folder, `${name}.cjs`);
      if (!existsSync(file)) store(file, schema);
      const validate: ValidateFunction = load(file);
      loaded.set(name, validate);
      return validate;
    },
  };
}

function removeOthers(folder: string): void {
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(STORE)) {
    const other = join(STORE, name);
    if (other !== folder) rmSync(other, { recursive: true, force: true });
  }
}

function openCompiler(document: Json): Ajv2020 {
  const compiler = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    verbose: true,
    // Each validator runs only a few times in a process, so optimizing it does not pay.
    code: { optimize: false, source: true },
  });
  formats.default(compiler, ['date', 'date-time', 'int64', 'uri-reference']);
  return compiler.addSchema(closedComponents(document), DOCUMENT);
}

// Closes the component schemas except the envelope. The schemas that extend the envelope are closed
// instead.
function closedComponents({ components }: Json): Json {
  const { Envelope } = components.schemas;
  return { components: { schemas: { ...closed(components.schemas), Envelope } } };
}

/**
 * Returns the schemas with every record closed, so that undocumented fields are errors. A schema
 * without fields stays open. References point into the document.
 */
function closed(part: Json): Json {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  if (typeof part.$ref === 'string') return { ...part, $ref: `${DOCUMENT}${part.$ref}` };
  const { additionalProperties, ...inner } = Object.fromEntries(
    Object.entries<Json>(part).map(([name, each]) => [name, closed(each)]),
  );
  const isRecord = part.type === 'object' && Object.keys(part.properties ?? {}).length > 0;
  if (isRecord) return { ...inner, unevaluatedProperties: false };
  return additionalProperties === undefined ? inner : { ...inner, additionalProperties };
}
