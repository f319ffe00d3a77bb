// Turns off the test runner's tracking of asynchronous resources, which costs a tenth of a test
// process's CPU time.

import asyncHooks from 'node:async_hooks';

/** Stops the tracking that has already begun. */
export type StopTracking = () => void;

/**
 * Loads the test runner with `load` and returns a function that stops its tracking. The runner
 * follows every promise and timer, so that an error that no test awaits fails the test that caused
 * it. Without tracking, such an error fails the process, and therefore its last file. Suites need
 * the tracking until they are declared.
 */
export async function loadTracked<Loaded>(
  load: () => Promise<Loaded>,
): Promise<{ readonly loaded: Loaded; readonly stopTracking: StopTracking }> {
  const { createHook } = asyncHooks;
  const hooks: asyncHooks.AsyncHook[] = [];
  const noting: typeof createHook = (callbacks) => {
    const hook = createHook(callbacks);
    hooks.push(hook);
    return hook;
  };
  // The runner creates its hook when its first suite is declared. It takes `createHook` from
  // `node:async_hooks` when it is loaded, so the function is replaced only during the load.
  Object.assign(asyncHooks, { createHook: noting });
  try {
    const loaded = await load();
    return { loaded, stopTracking: () => hooks.map((hook) => hook.disable()) };
  } finally {
    Object.assign(asyncHooks, { createHook });
  }
}
