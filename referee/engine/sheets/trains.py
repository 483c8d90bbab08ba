"""Mexican Train, private trains and chickenfoot, on the traditional sheet (rules/README.md 1.G)."""

from dataclasses import replace

from referee.engine.messages import marked, msg, msg_as
from referee.engine.rules.deal import HandSizes
from referee.engine.rules.train_game import TrainGame
from referee.engine.rules.trains import Charges, Feet, Hub, RoundsPlayed, TrainDoubles, TrainDrawing, Trains
from referee.engine.sheets.shared_rules import TRAINS
from referee.engine.sheets.traditional import SHEET

_MOST = marked("most rule sheets: {sites}")
MOST = SHEET.source(msg_as("game", "Mexican Train"), msg(_MOST, sites="gamecabinet.com, mexicantrain.com"))
PRIVATE = SHEET.source(msg_as("game", "Private Trains"), "the-uncensored-wiki.com")
CHICKEN = SHEET.source(msg_as("game", "Chickenfoot"), msg(_MOST, sites="docslib.org"))

MEXICAN_TRAIN_GAME = TrainGame(
    game="mexican-train",
    name="Mexican Train",
    sheet=SHEET,
    family=TRAINS,
    players=(2, 8),
    tiles=12,
    deal=HandSizes(
        tables={
            6: {2: 9, 3: 8, 4: 6},
            9: {2: 9, 5: 7, 8: 6},
            12: {2: 15, 5: 12, 7: 11},
            15: {2: 15, 5: 13, 7: 12},
        },
        source=MOST,
    ),
    opening=Hub(
        opening="holder",
        opening_double="falling",
        no_double="draw_round",
        after_lead="again",
        direction="cw",
        source=MOST,
    ),
    trains=Trains(public_train=True, first_turn="one", own_train_first=False, source=MOST),
    doubles=TrainDoubles(double_rule="satisfy", out_on_double=True, source=MOST),
    drawing=TrainDrawing(draw="one", source=MOST),
    charges=Charges(out_pay="own_hand", block_pay="own_hand", double_blank=0, source=MOST),
    target=RoundsPlayed(wins="low", rounds=0, target=0, source=MOST),
)

CHICKENFOOT_GAME = TrainGame(
    game="chickenfoot",
    name="Chickenfoot",
    sheet=SHEET,
    family=TRAINS,
    players=(2, 8),
    players_by_set={6: (2, 3), 9: (2, 8), 12: (2, 8), 15: (2, 8)},
    tiles=9,
    deal=HandSizes(
        tables={
            6: {2: 5},
            9: {2: 21, 3: 14, 4: 11, 5: 8, 6: 7, 7: 6, 8: 5},
            12: {2: 7},
            15: {2: 7},
        },
        source=CHICKEN,
    ),
    opening=MEXICAN_TRAIN_GAME.opening.printed_in(CHICKEN, after_lead="next"),
    doubles=Feet(double_rule="toes", lead_toes=0, toes=3, source=CHICKEN),
    drawing=TrainDrawing(draw="one", source=CHICKEN),
    charges=Charges(out_pay="own_hand", block_pay="own_hand", double_blank=50, source=CHICKEN),
    target=RoundsPlayed(wins="low", rounds=0, target=0, source=CHICKEN),
)

PRIVATE_TRAINS_GAME = replace(
    MEXICAN_TRAIN_GAME,
    game="private-trains",
    name="Private Trains",
    deal=HandSizes(
        tables={
            6: {2: 7, 4: 6},
            9: {2: 10, 5: 7, 8: 6},
            12: {2: 13, 5: 12, 7: 11},
            15: {2: 16, 5: 13, 7: 12},
        },
        source=PRIVATE,
    ),
    opening=MEXICAN_TRAIN_GAME.opening.printed_in(PRIVATE, opening="starter"),
    trains=Trains(public_train=False, first_turn="one", own_train_first=False, source=PRIVATE),
)
