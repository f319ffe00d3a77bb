// French messages for the home page.

import type { home as english } from '../en/home.js';

export const home: Readonly<Record<keyof typeof english, string>> = {
  'home.figure.before': '{day}\u00a0: {amount}',
  'home.figure.bought': 'Achats du jour',
  'home.figure.chain': 'Piste d’audit',
  'home.figure.chain.broken': 'Rompue',
  'home.figure.chain.to': 'Jusqu’à l’entrée {count}',
  'home.figure.chain.valid': 'Vérifiée',
  'home.figure.disabled': 'Utilisateurs désactivés',
  'home.figure.executed': 'Exécutés aujourd’hui',
  'home.figure.invariants': 'Invariants respectés',
  'home.figure.leads-converted': 'Prospects convertis',
  'home.figure.leads-new': 'Nouveaux prospects',
  'home.figure.leads-qualified': 'Prospects qualifiés',
  'home.figure.live': 'Ordres en cours',
  'home.figure.locked': 'Utilisateurs verrouillés',
  'home.figure.of': '{good} sur {count}',
  'home.figure.owed': 'Dû aux clients\u00a0: {amount}',
  'home.figure.payments-approved': 'Paiements approuvés',
  'home.figure.payments-pending': 'Paiements en attente',
  'home.figure.receipts-approved': 'Encaissements approuvés',
  'home.figure.receipts-pending': 'Encaissements en attente',
  'home.figure.rejected': 'Rejetés aujourd’hui',
  'home.figure.result': 'Résultat du mois',
  'home.figure.shortfall': 'Insuffisance des fonds des clients',
  'home.figure.since': 'Depuis le {day}',
  'home.figure.sold': 'Ventes du jour',
  'home.figure.surplus': 'Excédent des fonds des clients',
  'home.figure.users': 'Utilisateurs',
  'home.figures': 'Chiffres clés',
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
  'home.figure.age': 'le plus ancien {age}',
  'home.figure.commission': 'Commission du jour',
  'home.figure.oldest': '{what}, le plus ancien {age}',
  'home.waits.reason': '{reason}\u00a0: {count}',
};
