#!/bin/sh
# A bot in the shell, which needs nothing else: of the legal actions it takes the first one.
while read -r line; do
    case $line in
    *'"type":"question"'*)
        actions=${line#*'"actions":["'}
        echo "{\"action\":\"${actions%%'"'*}\"}"
        ;;
    esac
done
