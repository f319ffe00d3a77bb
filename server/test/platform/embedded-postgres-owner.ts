// A program that starts the embedded server on a folder and then waits to be killed.
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/postgres.js';

const [dataFolder = '', settings = '{}'] = process.argv.slice(2);

const logged: string[] = [];
try {
  const embedded = await startEmbeddedPostgres({
    dataFolder,
    settings: JSON.parse(settings),
    log: (message) => logged.push(message),
  });
  console.log(JSON.stringify({ connection: embedded.connection, mode: embedded.mode, logged }));
} catch (error) {
  console.log(JSON.stringify({ failure: String(error), logged }));
  process.exit(1);
}
// The embedded server does not keep this program alive, so a timer does. The test normally kills
// the program sooner.
setTimeout(() => process.exit(1), 120_000);
