// French messages for the home page.

import type { home as english } from '../en/home.js';

export const home: Readonly<Record<keyof typeof english, string>> = {
  'home.nothing': 'Rien ne vous attend',
  'home.nothing.hint': 'Le travail apparaît ici à son arrivée.',
  'home.pages': 'Votre bureau',
  'home.start': 'Page d’accueil',
  'home.start.hint': 'Valable dans chaque navigateur où vous vous connectez.',
  'home.start.label': 'Page après la connexion',
  'home.start.role': 'Selon votre rôle : {page}',
  'home.title': 'Accueil de {name}',
  'home.waiting': 'En attente de vous',
  'home.waits.approvals': '{count, plural, one {# élément} other {# éléments}} à approuver',
  'home.waits.bank':
    '{count, plural, one {# ligne bancaire} other {# lignes bancaires}} à rapprocher',
  'home.waits.cash':
    '{count, plural, one {# mouvement d’espèces approuvé} other {# mouvements d’espèces ' +
    'approuvés}} à comptabiliser',
  'home.waits.claims':
    '{count, plural, one {# réclamation de marché ouverte} other {# réclamations de marché ' +
    'ouvertes}}',
  'home.waits.deliveries':
    '{count, plural, one {# remise en suspens} other {# remises en suspens}} à décider',
  'home.waits.elections': '{count, plural, one {# choix} other {# choix}} à transmettre',
  'home.waits.events':
    '{count, plural, one {# opération sur titres} other {# opérations sur titres}} à régler',
  'home.waits.jobs':
    '{count, plural, one {# tâche abandonnée} other {# tâches abandonnées}} après toutes les ' +
    'tentatives',
  'home.waits.leads':
    '{count, plural, one {# nouveau prospect} other {# nouveaux prospects}} à attribuer',
  'home.waits.orders': '{count, plural, one {# ordre} other {# ordres}} pas encore en bourse',
  'home.waits.prices': '{count, plural, one {# anomalie de cours} other {# anomalies de cours}}',
  'home.waits.reports':
    '{count, plural, one {# message de la bourse} other {# messages de la bourse}} à traiter',
  'place.home': 'Accueil',
};
