// Assigns the console's modules to chunks: one for the sign-in, one for the frame, one for modules
// that several areas share, and one for each area. A page then needs few requests.

/**
 * Returns a function from a module's id to the name of its chunk, for the bundler's groups.
 * @param output the output of a build without groups, whose chunks show which page uses which
 * module
 */
export function chunkNames(output) {
  const chunks = output.filter(({ type }) => type === 'chunk');
  const byFile = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const areas = new Map();
  for (const root of chunks.filter(({ isEntry, isDynamicEntry }) => isEntry || isDynamicEntry)) {
    for (const id of modulesOf(root, byFile)) {
      areas.set(id, (areas.get(id) ?? new Set()).add(areaOf(root)));
    }
  }
  return (id) => (areas.has(id) ? nameOf(id, areas.get(id)) : null);
}

/** Returns the ids of the modules in a chunk and in the chunks that it imports statically. */
function modulesOf(root, byFile) {
  const files = new Set([root.fileName]);
  for (const file of files) for (const next of byFile.get(file).imports) files.add(next);
  return [...files].flatMap((file) => byFile.get(file).moduleIds);
}

// Returns the area of a chunk: the folder of its page or language, or else the chunk's own name.
function areaOf({ isEntry, facadeModuleId, name }) {
  if (isEntry) return 'sign-in';
  return /\/(?:page|language)\/([^/]+)\//.exec(facadeModuleId ?? '')?.[1] ?? name;
}

// The sign-in and the frame are loaded before any area. The home page shares few modules with other
// areas, so they become part of the frame: the first page after sign-in then needs no further
// chunk. The messages of a language stay together, because all of them are loaded together.
function nameOf(id, areas) {
  for (const first of ['sign-in', 'pages']) if (areas.has(first)) return first;
  const language = /\/language\/([^/]+)\//.exec(id)?.[1];
  if (language !== undefined) return language;
  if (areas.size === 1) return [...areas][0];
  return areas.has('home') ? 'pages' : 'shared';
}
