// What the bundler is told about this project.

import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

/** Modules that look for files beside themselves: our own, and these packages. */
const KNOW_THEIR_PLACE = /[\\/](server[\\/]dist|tinypool|pdfkit)[\\/].*\.m?js$/;

/** A default export that is nothing else: it would not survive being shared. */
const NOT_SHARED = new Set(['postal-mime']);

/** `import.meta.url` of a bundled module stays what it was. */
export function knowPlaces(): Plugin {
  return {
    name: 'know places',
    setup: ({ onLoad }) => {
      onLoad({ filter: KNOW_THEIR_PLACE, namespace: 'file' }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const url = JSON.stringify(pathToFileURL(path).href);
        return { contents: text.replaceAll('import.meta.url', url), loader: 'js' };
      });
    },
  };
}

/**
 * What a test file or program imports comes from the shared script.
 * @param shared where the paths of these modules are noted
 */
export function shareImports(shared: Set<string>): Plugin {
  return {
    name: 'share imports',
    setup: ({ onResolve, onLoad, resolve }) => {
      onResolve({ filter: /./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
        if (kind !== 'import-statement' || pluginData === ASKED || isBuiltin(path)) return null;
        if (NOT_SHARED.has(path)) return { path, external: true };
        const found = await resolve(path, { kind, importer, resolveDir, pluginData: ASKED });
        if (found.external || found.errors.length > 0) return found;
        shared.add(found.path);
        // By this ending the bundler knows that what stands for it has no `export`.
        return { path: `${found.path}.cjs`, namespace: 'shared', pluginData: found.path };
      });
      onLoad({ filter: /./, namespace: 'shared' }, ({ pluginData }) => ({
        contents: `module.exports = __shared(${JSON.stringify(pluginData)});`,
      }));
    },
  };
}

/** Marks a question that the plugin itself asks. */
const ASKED = Symbol('asked');
