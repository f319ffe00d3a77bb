// The entry point. Loads styles, theme and language, and shows either the sign-in or the pages.

import { lazy, StrictMode, Suspense, useState, useSyncExternalStore } from 'react';
import { createRoot } from 'react-dom/client';
import './style/token.css';
import './style/base.css';
import './style/part.css';
import './style/shell.css';
import './style/grid.css';
import './style/print.css';
import { askAhead } from './lib/ahead.js';
import { loadMessages, showLanguage } from './lib/language.js';
import { isResetPage } from './lib/password.js';
import { isSignedIn, onSession } from './lib/session.js';
import { showTheme } from './lib/theme.js';
import { preloadPage, preloadPages } from './page/preload.js';
import { Door } from './page/sign-in/door.js';

const startsSignedIn = isSignedIn() && !isResetPage();
// The sign-in page does not wait for the other pages, which load afterwards, while the user types.
const pages = startsSignedIn ? loadPages() : pageLoad().then(loadPages);
if (startsSignedIn) {
  askAhead();
  preloadPage(window.location.pathname);
} else {
  pages.then(preloadPages, () => undefined);
}
const Pages = lazy(async () => ({ default: (await pages).Pages }));
// If the pages fail to load, the sign-in is still shown.
const Toasts = lazy(async () => ({
  default: await pages.then(
    (loaded) => loaded.Toasts,
    () => () => null,
  ),
}));

async function loadPages() {
  const [loaded] = await Promise.all([import('./pages.js'), loadMessages()]);
  return loaded;
}

function pageLoad(): Promise<unknown> {
  if (document.readyState === 'complete') return Promise.resolve();
  return new Promise((resolve) => addEventListener('load', resolve, { once: true }));
}

function App() {
  const signedIn = useSyncExternalStore(onSession, isSignedIn);
  // A password link may be for a different user than the one signed in.
  const [isReset, setReset] = useState(isResetPage);
  return (
    <>
      {signedIn && !isReset ? (
        <Suspense fallback={null}>
          <Pages />
        </Suspense>
      ) : (
        <Door onLeave={() => setReset(false)} />
      )}
      <Suspense fallback={null}>
        <Toasts />
      </Suspense>
    </>
  );
}

showTheme();
showLanguage();
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
