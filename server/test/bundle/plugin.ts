// Configures the bundler for this project.

import { readFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

/** Modules that look for files next to themselves: our own modules and these packages. */
const KNOW_THEIR_PLACE = /[\\/](server[\\/]dist|tinypool|pdfkit)[\\/].*\.m?js$/;

/** This package has only a default export, so it cannot be shared. */
const NOT_SHARED = new Set(['postal-mime']);

/** Preserves the original `import.meta.url` in bundled modules. */
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
 * Loads imports of a test file or program from the shared script.
 * @param shared collects the paths of these modules
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
        // This extension tells the bundler that the replacement is not an ES module.
        return { path: `${found.path}.cjs`, namespace: 'shared', pluginData: found.path };
      });
      onLoad({ filter: /./, namespace: 'shared' }, ({ pluginData }) => ({
        contents: `module.exports = __shared(${JSON.stringify(pluginData)});`,
      }));
    },
  };
}

/** Marks a resolution request made by the plugin itself. */
const ASKED = Symbol('asked');
