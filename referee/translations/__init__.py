"""The languages of the referee, a catalogue each."""
