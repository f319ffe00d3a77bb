// Loads the code of pages before the router asks for it. A page that fails to load here is loaded
// again when it is opened, and then reports the error.

type Loader = () => Promise<unknown>;

const grid: Loader = () => import('../component/data-grid.js');
const home: Loader = () => import('./home/home.js');
const menu: Loader = () => import('./frame/user-menu.js');

/** The pages that users open directly most often, by the first part of their URL. */
const FIRST: Readonly<Record<string, readonly Loader[]>> = {
  '': [home],
  home: [home],
  orders: [grid, () => import('./order/blotter.js')],
  market: [grid, () => import('./market/market.js')],
  customers: [grid, () => import('./party/customers.js')],
  approvals: [grid, () => import('./approval/inbox.js')],
};

/** Loads the code of a frequently opened page while the router starts, or else that of the grid. */
export function preloadPage(pathname: string): void {
  const [, , first = ''] = pathname.split('/');
  for (const load of FIRST[first] ?? [grid]) load().catch(() => undefined);
}

/** Loads, one after the other, the modules that most users need after sign-in. */
export async function preloadPages(): Promise<void> {
  for (const load of [home, grid, menu]) await load().catch(() => undefined);
}
