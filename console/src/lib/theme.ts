// The theme: light, dark or the system's.

import { useSyncExternalStore } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const KEY = 'countinghouse.theme';

export function theme(): Theme {
  const kept = localStorage.getItem(KEY);
  return THEMES.find((each) => each === kept) ?? 'system';
}

const listeners = new Set<() => void>();

export function setTheme(next: Theme): void {
  localStorage.setItem(KEY, next);
  showTheme();
  for (const listener of listeners) listener();
}

/** Applies the chosen theme to the page. */
export function showTheme(): void {
  document.documentElement.dataset.theme = theme();
}

/**
 * Returns whether the dark theme is active, for canvas drawings, which cannot use CSS variables.
 */
export function useIsNight(): boolean {
  return useSyncExternalStore(onChange, isNight);
}

const systemNight = window.matchMedia('(prefers-color-scheme: dark)');

function isNight(): boolean {
  const chosen = theme();
  return chosen === 'system' ? systemNight.matches : chosen === 'dark';
}

function onChange(listener: () => void): () => void {
  listeners.add(listener);
  systemNight.addEventListener('change', listener);
  return () => {
    listeners.delete(listener);
    systemNight.removeEventListener('change', listener);
  };
}
