// The house style, as far as a program can check it. docs/style.md explains the rules. No file is
// exempt from any rule.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path/posix';
import { describe, test } from 'node:test';
import { EXPORTED_FOR, unusedExports } from './support/export.js';
import { type Import, importsOf } from './support/import.js';
import { projectFolder, readSources, type Source } from './support/source.js';

const LIMIT = { columns: 100, functionLines: 70, fileLines: 500, listLines: 300 } as const;

const sources = readSources();
const typescript = sources.filter(({ path }) => /\.(ts|tsx)$/.test(path));
const program = typescript.filter(({ path }) => /^(server|console|sdk)\/src\//.test(path));
const inModules = typescript.filter(({ path }) => path.startsWith('server/src/modules/'));

/**
 * The boundary files, where values of unknown shape get types so that no other file has to do so.
 * Only these files may use `as`, `any`, and comments that silence the linter. Each has its reason.
 */
const BOUNDARY: Readonly<Record<string, string>> = {
  'server/src/platform/database/database.ts': 'grants the brand of a transaction',
  'server/src/platform/http/route.ts':
    'erases the types of operations, which their schemas vouch for',
  'server/src/platform/http/handler.ts': 'runs operations whose types route.ts erased',
  'server/src/platform/http/reply/problem.ts': 'fills a catalogue member by member',
  'server/src/platform/document/public-schema.ts': 'reads back what wire.ts put into a schema',
  'server/src/platform/http/shape/schema.ts': 'reads wire values by their schema',
  'sdk/src/client.ts': 'hands on replies of every shape',
  'server/test/support/app.ts': 'reads replies of every shape',
};

interface Finding {
  readonly path: string;
  readonly line: number;
  readonly what: string;
}

function refuse(findings: readonly Finding[]): void {
  const lines = findings.map(({ path, line, what }) => `${path}:${line} ${what}`);
  assert.ok(lines.length === 0, `${lines.length} places:\n${lines.join('\n')}`);
}

/** Returns every place where a pattern matches, in the raw lines or in the code alone. */
function where(
  files: readonly Source[],
  pattern: RegExp,
  { raw = false }: { readonly raw?: boolean } = {},
): Finding[] {
  return files.flatMap((file) =>
    (raw ? file.lines : file.code).flatMap((line, index) => {
      const match = pattern.exec(line);
      return match ? [{ path: file.path, line: index + 1, what: match[0].trim() }] : [];
    }),
  );
}

/** Returns findings about whole files. */
function wrong(files: readonly Source[], what: (file: Source) => string | undefined): Finding[] {
  return files.flatMap((file) => {
    const said = what(file);
    return said === undefined ? [] : [{ path: file.path, line: 1, what: said }];
  });
}

const outsideBoundary = (files: readonly Source[]): Source[] =>
  files.filter(({ path }) => !(path in BOUNDARY));

describe('sizes', () => {
  test('a line has at most 100 columns', () => {
    const written = sources.filter(({ path }) => /\.(ts|tsx|mjs|sql|sh|css)$/.test(path));
    refuse(
      written.flatMap((file) =>
        file.lines.flatMap((line, index) =>
          line.length > LIMIT.columns
            ? [{ path: file.path, line: index + 1, what: `${line.length} columns` }]
            : [],
        ),
      ),
    );
  });

  test('a function has at most 70 lines', () => {
    refuse(typescript.flatMap(longFunctions));
  });

  test('a file has at most 500 lines, routes and queries 300', () => {
    refuse(
      wrong(typescript, ({ path, lines }) => {
        const isList = /(^|\/|-)(routes|query|queries)\.ts$/.test(path);
        const most = isList ? LIMIT.listLines : LIMIT.fileLines;
        const length = lines.length - 1;
        return length > most ? `${length} lines, at most ${most}` : undefined;
      }),
    );
  });
});

/**
 * Finds functions by their braces: the formatter aligns the closing brace with the start of the
 * first line.
 */
function longFunctions({ path, code }: Source): Finding[] {
  return code.flatMap((line, index) => {
    const opens = /(\)\s*(:.*)?|=>)\s*\{$/.test(line);
    if (!opens || /^\s*(describe|suite|if|for|while|switch|\} )\b/.test(line)) return [];
    const indent = /^\s*/.exec(line)?.[0] ?? '';
    const starts = (text: string | undefined) =>
      text?.startsWith(indent) && /\S/.test(text[indent.length] ?? '');
    let first = index;
    while (first > 0 && code[first]?.[indent.length] === ')') {
      do first -= 1;
      while (first > 0 && !starts(code[first]));
    }
    const end = code.findIndex((text, at) => at > index && text.startsWith(`${indent}}`));
    const length = (end < 0 ? code.length : end) - first + 1;
    return length > LIMIT.functionLines
      ? [{ path, line: first + 1, what: `a function of ${length} lines` }]
      : [];
  });
}

describe('the language', () => {
  test("the linter's rules hold: parameters, any, !, default exports, enums, file names", () => {
    refuse(lint());
  });

  test('types are not asserted outside the boundary files', () => {
    const asserted = /(?<![\w.])as\s+(?!const\b)[\w{([]/;
    refuse(where(outsideBoundary(typescript).map(withoutRenames), asserted));
  });

  test('nothing silences the compiler or the linter outside the boundary files', () => {
    const quiet = new RegExp(
      ['@ts-', 'biome-', 'eslint-'].map((start) => `${start}[a-z]+`).join('|'),
    );
    refuse(where(outsideBoundary(typescript), quiet, { raw: true }));
  });

  test('there are no decorators', () => {
    refuse(where(typescript, /^\s*@\w+/));
  });

  test('boundary files exist', () => {
    const gone = Object.keys(BOUNDARY).filter((path) => !existsSync(join(projectFolder(), path)));
    assert.deepEqual(gone, []);
  });
});

/** Removes the `as` in `import { a as b }`, because renaming is not a type assertion. */
function withoutRenames(file: Source): Source {
  const renames = /\b(import|export)\s+(type\s+)?(\{[^}]*\}|\*\s+as\s+\w+)/g;
  const code = file.code.join('\n').replaceAll(renames, (text) => text.replaceAll(/\bas\b/g, '  '));
  return { ...file, code: code.split('\n') };
}

interface LintReport {
  readonly diagnostics: readonly {
    readonly message: string;
    readonly location: { readonly path: string; readonly start: { readonly line: number } };
  }[];
}

function lint(): Finding[] {
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome');
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [biome, 'lint', '.', '--reporter=json', '--max-diagnostics=none'],
    { cwd: projectFolder(), encoding: 'utf8', timeout: 60_000, maxBuffer: 64 * 1024 * 1024 },
  );
  assert.ok(stdout.startsWith('{'), `the linter did not run: ${stderr}`);
  const report: LintReport = JSON.parse(stdout);
  return report.diagnostics.map(({ message, location }) => ({
    path: location.path,
    line: location.start.line,
    what: message,
  }));
}

describe('modules', () => {
  const BANNED: Readonly<Record<string, RegExp>> = {
    'the clock is asked, no Date is made': /\bnew Date\b|\bDate\.now\b/,
    'ids and chance come from the platform': /\bMath\.random\b/,
    'decimals are read by the decimal library': /\bparseFloat\b/,
    'a decimal never becomes a number': /\.toNumber\(|\bNumber\([^()]*\)\.toFixed\b/,
    'the log is written to, not the console': /\bconsole\b/,
    'settings come from the config': /\bprocess\.env\b/,
    'a refusal is a problem, a bug is an assert': /\bthrow new (Error|TypeError|RangeError)\b/,
    'statements are made by the sql tag': /\.query(<[^(]*>)?\(\s*[`'"]/,
  };
  for (const [rule, pattern] of Object.entries(BANNED)) {
    test(rule, () => refuse(where(inModules, pattern)));
  }

  // A plan may run a subquery again for each row, and would then lock more rows each time.
  test('rows are locked up to a limit by a CTE, which runs once', () => {
    const nested = /(?:[^()]|\((?:[^()]|\([^()]*\))*\))*/.source;
    const start = /\b(in|from|using|join)\s*\(\s*select\b/.source;
    const locking = new RegExp(`${start}${nested}\\blimit\\b[^)]*\\bfor update\\b`);
    const sqlText = sources.filter(({ path }) =>
      /^server\/(src|test|schema)\/.*\.(ts|sql)$/.test(path),
    );
    refuse(wrong(sqlText, ({ text }) => locking.exec(text)?.[0]));
  });

  test('each has a README and a public face', () => {
    const folder = join(projectFolder(), 'server/src/modules');
    refuse(
      readdirSync(folder).flatMap((module) => {
        const files = new Set(readdirSync(join(folder, module)));
        const path = `server/src/modules/${module}`;
        return ['README.md', 'index.ts']
          .filter((room) => !files.has(room))
          .map((room) => ({ path, line: 1, what: `has no ${room}` }));
      }),
    );
  });
});

describe('the dependency rule', () => {
  test('imports go left only, and through the face of a module', () => {
    const server = program.filter(({ path }) => path.startsWith('server/src/'));
    refuse(server.flatMap(importsOf).flatMap(refusedImport));
  });

  test('only index.ts re-exports and does nothing else', () => {
    refuse(
      wrong(program, ({ path, code, lines }) => {
        if (basename(path) === 'index.ts') return undefined;
        const rest = code
          .join('\n')
          .replaceAll(/\bexport\s+(type\s+)?(\{[^}]*\}|\*(\s+as\s+\w+)?)\s+from\s*;/g, '')
          .trim();
        return rest === '' && lines.length > 1 ? 'only re-exports' : undefined;
      }),
    );
  });
});

test('an export is imported by another file of the program, or named with its reason', () => {
  const inside = 'server/src/';
  const ours = typescript.filter(({ path }) => /^(server\/(src|bench)|console\/src)\//.test(path));
  const excused = new Set(Object.values(EXPORTED_FOR).flat());
  const unused = unusedExports(ours).map(({ path, line, name }) => {
    const key = `${path.startsWith(inside) ? path.slice(inside.length) : path} ${name}`;
    return { key, path, line, what: `nobody imports ${name}` };
  });
  refuse(unused.filter(({ key }) => !excused.has(key)));
  const needed = new Set(unused.map(({ key }) => key));
  assert.deepEqual(
    [...excused].filter((key) => !needed.has(key)),
    [],
    'named for nothing',
  );
});

/**
 * The program's areas by rank. A file may import only from areas in earlier lines, or from its own
 * area. Areas in the last line may also import each other.
 */
const RANKS: readonly (readonly string[])[] = [
  ['config', 'limits'],
  ['platform'],
  ['identity'],
  ['change'],
  ['party', 'market', 'webhook'],
  ['finance', 'system'],
  ['order', 'asset', 'crm'],
  ['custody'],
  ['wealth'],
  ['exchanges', 'gateways'],
  ['demo'],
  ['app', 'cli', 'main', 'bench'],
];

/** Returns the area of a file below `server/src`, such as `finance`, `platform` or `app`. */
function areaOf(path: string): string {
  const [first = '', second = ''] = path.split('/');
  if (first === 'modules') return second;
  return basename(first, '.ts');
}

function rankOf(area: string): number {
  return RANKS.findIndex((areas) => areas.includes(area));
}

/** A path relative to `server/src`, or to `server` for the bench. */
const belowServer = (path: string): string => path.replace(/^server\/(src\/)?/, '');

function refusedImport({ from, line, to: target }: Import): Finding[] {
  const to = belowServer(target);
  const here = areaOf(belowServer(from));
  const there = areaOf(to);
  const finding = (what: string) => [{ path: from, line, what: `${what}: ${to}` }];
  if (rankOf(here) < 0) return finding(`unknown area ${here}`);
  if (here === there) return [];
  const isEntry = rankOf(here) === RANKS.length - 1;
  if (rankOf(there) >= rankOf(here) && !isEntry) return finding(`${here} does not know ${there}`);
  const isFace = !to.startsWith('modules/') || basename(to) === 'index.ts';
  return isFace ? [] : finding('only index.ts of another module is imported');
}

describe('names', () => {
  test('files and folders are kebab-case', () => {
    const ours = sources.filter(({ path }) => /^(server|console|sdk)\//.test(path));
    const fits = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/;
    const capital = new Set(['README.md', 'CHANGELOG.md']);
    // A file that contains one SQL function has that function's name.
    const functionFile = /^server\/schema\/[a-z]+\/function\/[a-z_]+\.sql$/;
    refuse(
      wrong(ours, ({ path }) => {
        if (functionFile.test(path)) return undefined;
        const part = path.split('/').find((name) => !fits.test(name) && !capital.has(name));
        return part === undefined ? undefined : `${part} is not kebab-case`;
      }),
    );
  });

  test('no name is a word without meaning', () => {
    const empty = /(^|[-/])(utils?|helpers?|common|managers?|services?|impl)([-./]|$)/;
    const declared =
      /\b(class|interface|type|function|const)\s+\w*(Utils?|Helpers?|Manager|Service|Impl)\b/;
    refuse([
      ...wrong(typescript, ({ path }) => empty.exec(path)?.[0]),
      ...where(typescript, declared),
    ]);
  });

  test('migrations are numbered, each number once', () => {
    const files = sources.filter(({ path }) => /^server\/migrations\/.*\.sql$/.test(path));
    const numbers = files.map(({ path }) => basename(path).slice(0, 4));
    refuse(
      wrong(files, ({ path }) => {
        const name = basename(path);
        if (!/^\d{4}-[a-z0-9]+(-[a-z0-9]+)*\.sql$/.test(name)) return 'is not 0001-name.sql';
        const twice = numbers.filter((number) => name.startsWith(number)).length > 1;
        return twice ? 'has a number that another one has' : undefined;
      }),
    );
  });
});

describe('words', () => {
  test('the first line of a file states its purpose', () => {
    refuse([
      ...wrong(typescript, ({ lines }) => {
        const first = lines[0]?.startsWith('#!') ? lines[1] : lines[0];
        return /^\/\/ \S+ \S+/.test(first ?? '') ? undefined : 'does not begin with a comment';
      }),
      ...wrong(
        sources.filter(({ path }) => path.endsWith('.sql')),
        ({ lines }) => (lines[0]?.startsWith('-- ') ? undefined : 'does not begin with a comment'),
      ),
    ]);
  });

  test('no notes about future work are left', () => {
    const later = new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME'].join('|')})\\b`);
    const written = sources.filter(({ path }) => /\.(ts|tsx|sql|mjs|sh|css|html)$/.test(path));
    refuse(where(written, later, { raw: true }));
  });

  test('no code is commented out', () => {
    const dead =
      /^\s*\/\/\s*(import .* from|(const|let) \w+ =|return .*;$|if \(.*\{$|await .*;$|\}\s*;?$)/;
    refuse(where(typescript, dead, { raw: true }));
  });

  test('no file names the place where it was written', () => {
    const place =
      /\/work\/\w|https?:\/\/(?!registry\.npmjs\.org)[\w.:-]*(registry|artifactory|mirror)/;
    refuse(where(sources, place, { raw: true }));
  });
});

describe('pages', () => {
  const pages = sources.filter(({ path }) => path.endsWith('.md'));
  const textOf = (start: string) =>
    pages.flatMap(({ path, text }) => (path.startsWith(start) ? [text] : [])).join('\n');

  test('links have targets', () => {
    refuse(
      pages.flatMap(({ path, lines }) =>
        lines.flatMap((line, index) =>
          [...line.matchAll(/\]\(([^)#:\s]+)(#[^)]*)?\)/g)]
            .map(([, target = '']) => target)
            // Addresses on the server are checked by document-site.test.ts.
            .filter((target) => !target.startsWith('/'))
            .filter((target) => !existsSync(join(projectFolder(), dirname(path), target)))
            .map((what) => ({ path, line: index + 1, what })),
        ),
      ),
    );
  });

  test('each test that SECURITY.md names exists', () => {
    const rows = textOf('SECURITY.md')
      .split('\n')
      .filter((line) => /^\| (API\d|V\d)/.test(line));
    const named = rows.flatMap((row) => [
      ...(row.split('|').at(-2) ?? '').matchAll(/`([a-z0-9/-]+)`/g),
    ]);
    assert.ok(rows.length >= 27 && named.length > 60, `${rows.length} rows, ${named.length} tests`);
    const tests = new Set(sources.map(({ path }) => path));
    assert.deepEqual(
      named.map(([, name]) => name).filter((name) => !tests.has(`server/test/${name}.test.ts`)),
      [],
    );
  });

  test('every setting is described', () => {
    const config = sources.find(({ path }) => path === 'server/src/config/config.ts')?.text ?? '';
    const names = [...config.matchAll(/\benvironment\.([A-Z_]+)/g)].map(([, name = '']) => name);
    const page = textOf('docs/operations/configure.md');
    assert.deepEqual(
      names.filter((name) => !page.includes(`\`${name}\``)),
      [],
    );
  });

  test('each dependency is used, and a decision page says why', () => {
    interface Manifest {
      readonly dependencies: Readonly<Record<string, string>>;
    }
    const text = sources.find(({ path }) => path === 'server/package.json')?.text ?? '';
    const manifest: Manifest = JSON.parse(text);
    const imports = program.map((file) => file.text).join('\n');
    const decisions = textOf('docs/decisions/');
    const isUsed = (name: string) => new RegExp(`['"]${name}(/[^'"]*)?['"]`).test(imports);
    const why = (name: string) => decisions.includes(name.replace('@fastify/', ''));
    const ours = (name: string) => name.startsWith('@countinghouse/');
    const names = Object.keys(manifest.dependencies).filter((name) => !ours(name));
    assert.deepEqual(
      { unused: names.filter((name) => !isUsed(name)), unsaid: names.filter((name) => !why(name)) },
      { unused: [], unsaid: [] },
    );
  });
});
